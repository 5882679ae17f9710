import { cx } from '../../shared/class-names.ts';
import styles from './Prose.module.css';
import pictures from './TextPictures.module.css';

/** Elements that need the styles of pictures, which other pages do without. */
const pictured = /<(?:img|figure)\b/u;

/** Longer text from content: sanitised HTML, styled for reading. */
export function Prose({
  html,
  large = false,
}: {
  html: string;
  /** Whether the first paragraph is larger, as in an article. */
  large?: boolean;
}) {
  return (
    <div
      className={cx(styles.prose, pictured.test(html) && pictures.pictures, large && styles.large)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised with the allow-list when content was read
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
