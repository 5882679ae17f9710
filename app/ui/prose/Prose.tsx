import styles from './Prose.module.css';

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
      className={large ? `${styles.prose} ${styles.large}` : styles.prose}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised against the one allow-list when content was read
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
