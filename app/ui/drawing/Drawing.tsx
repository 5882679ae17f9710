import { cx } from '../../shared/class-names.ts';
import styles from './Drawing.module.css';

interface DrawingProps {
  /** A complete `<svg>` element, validated when content was read. Its lines have the text's colour, `.hot` ones the paint's. */
  svg: string;
  className?: string | undefined;
}

/** An inline line drawing. Decorative: text must convey its meaning. */
export function Drawing({ svg, className }: DrawingProps) {
  return (
    <div
      className={cx(styles.drawing, className)}
      aria-hidden="true"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the drawing passed the allow-list when content was read
      dangerouslySetInnerHTML={{ __html: svg }}
    />
  );
}
