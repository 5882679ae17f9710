import styles from './EmailAddress.module.css';

/** An e-mail address that breaks, before its `@` or a dot, only if no line has room for it. A translator would take its parts for words. */
export function EmailAddress({ address }: { address: string }) {
  const [name, ...parts] = address.split(/(?=[@.])/u);
  return (
    <span className={styles.address} translate="no">
      {name}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other identity and do not move
        <span key={index} className={styles.part}>
          {part}
        </span>
      ))}
    </span>
  );
}
