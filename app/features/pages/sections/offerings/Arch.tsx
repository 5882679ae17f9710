import { cx } from '../../../../shared/class-names.ts';
import styles from './Arch.module.css';
import { archGround, archSize, archStones } from './arch.ts';

interface ArchProps {
  /** Name of the group of links for assistive technology. */
  label: string;
  /** Within the limits of `archItems`; the first of an odd number is the keystone. */
  items: readonly { id: string; name: string }[];
}

const box = `0 0 ${archSize.width} ${archSize.height}`;

/**
 * The arch of the security page: a stone with a label for each item, together one link to it. The outer drawing has no viewBox, so
 * that labels keep their text size and wrap while the stones follow the page's width. Hidden where the page is too narrow for its
 * labels: the list below contains the same items.
 */
export function Arch({ label, items }: ArchProps) {
  const stones = archStones(items.length);
  const hasKeystone = items.length % 2 === 1;
  return (
    <nav className={styles.frame} aria-label={label}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: its links have the text */}
      <svg className={styles.arch}>
        <svg viewBox={box} width="100%" height="100%" aria-hidden="true">
          <path className={styles.ground} d={`M0 ${archGround}H${archSize.width}`} />
        </svg>
        {items.map(({ id, name }, index) => {
          const stone = stones[index];
          return (
            stone && (
              <a key={id} href={`#${id}`} className={cx(styles.member, hasKeystone && index === 0 && styles.keystone)}>
                <svg viewBox={box} width="100%" height="100%" aria-hidden="true">
                  <path className={styles.stone} d={stone.outline} />
                  <path d={stone.leader} />
                  {!(hasKeystone && index === 0) && (
                    <circle className={styles.foot} cx={stone.foot.x} cy={stone.foot.y} r={3.5} />
                  )}
                </svg>
                <foreignObject
                  x={stone.label.x}
                  y={stone.label.y}
                  width={stone.label.width}
                  height={stone.label.height}
                >
                  <span className={cx(styles.label, stone.label.meets === 'end' && styles.before)}>
                    <span className={styles.name}>{name}</span>
                  </span>
                </foreignObject>
              </a>
            )
          );
        })}
      </svg>
    </nav>
  );
}
