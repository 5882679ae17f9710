import { cx } from '../../shared/class-names.ts';
import styles from './Drawing.module.css';

interface DrawingProps {
  /** A whole `<svg>` element, checked when content was read. Its lines take the text's colour, `.hot` ones the paint. */
  svg: string;
  className?: string | undefined;
}

/** An inline line drawing. It only accompanies words. */
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
