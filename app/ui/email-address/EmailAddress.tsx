import styles from './EmailAddress.module.css';

/** An e-mail address. Where a line is too narrow for it, it goes on with its `@` or a dot on the next. */
export function EmailAddress({ address }: { address: string }) {
  const [name, ...parts] = address.split(/(?=[@.])/u);
  return (
    <span>
      {name}
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name and stay where they are
        <span key={index} className={styles.part}>
          {part}
        </span>
      ))}
    </span>
  );
}
