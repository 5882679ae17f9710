import { useCallback, useState } from 'react';
import { cx } from '../../../../shared/class-names.ts';
import { Hidden } from '../../../../ui/hidden/Hidden.tsx';
import { useAutoplay } from '../../../../ui/motion/use-motion.ts';
import styles from './Intro.module.css';

/** How long a word stays, ms: long enough to read the statement with it. */
const intervalMs = 2600;

/** As in running text; British English sets no comma before "and". */
const listFormat = new Intl.ListFormat('en-GB');

/**
 * One word of several, each measured by its own dimension line. All of them share one place, which is as wide as the
 * widest, so that nothing around it moves. A screen reader reads them once, as a list. The page's Pause button stops it.
 */
export function RotatingWord({ words }: { words: readonly string[] }) {
  const [current, setCurrent] = useState(words.length - 1);
  useAutoplay({
    intervalMs,
    resting: false,
    onTick: useCallback(() => setCurrent((index) => (index + 1) % words.length), [words.length]),
  });
  return (
    <>
      <Hidden>{listFormat.format(words)}</Hidden>
      <span className={styles.words} aria-hidden="true">
        {words.map((word, index) => (
          <span key={word} className={cx(styles.word, index === current && styles.current)}>
            {word}
          </span>
        ))}
      </span>
    </>
  );
}
