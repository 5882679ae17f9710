import { cx } from '../../shared/class-names.ts';
import styles from './Prose.module.css';
import pictures from './TextPictures.module.css';

/** Longer text from content: sanitised HTML, set for reading. */
export function Prose({
  html,
  large = false,
}: {
  html: string /** The first paragraph leads, as in an article. */;
  large?: boolean;
}) {
  return (
    <div
      className={cx(styles.prose, pictures.pictures, large && styles.large)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised against the one allow-list when content was read
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
