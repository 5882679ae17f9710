import { cx } from '../../shared/class-names.ts';
import styles from './Icon.module.css';
import { warningPath } from './warning-path.ts';

/** Icons of controls, each one path in a box of 24 by 24. */
const paths = {
  arrow: 'M3 12H20M13.5 5.5L20 12L13.5 18.5',
  'arrow-down': 'M12 3V20M5.5 13.5L12 20L18.5 13.5',
  'arrow-out': 'M6 18L18 6M8.5 6H18V15.5',
  chevron: 'M3 8L12 17L21 8',
  close: 'M5 5L19 19M19 5L5 19',
  filter: 'M3 7H21M3 17H21M8 4V10M16 14V20',
  pause: 'M8 4V20M16 4V20',
  play: 'M7 4L20 12L7 20Z',
  search: 'M10.5 4a6.5 6.5 0 1 0 .01 0ZM15.5 15.5L21 21',
  warning: warningPath,
  check: 'M4 12.5L9.5 18L20 6.5',
} as const;

export type IconName = keyof typeof paths;

interface IconProps {
  name: IconName;
  className?: string | undefined;
}

/** An icon next to text with the same meaning, hidden from assistive technology. */
export function Icon({ name, className }: IconProps) {
  return (
    <svg className={cx(styles.icon, className)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
