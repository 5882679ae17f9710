import styles from './TickList.module.css';

/** Points one under the other, ruled, each with a painted tick. */
export function TickList({ items }: { items: readonly string[] }) {
  return (
    <ul className={styles.list}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  );
}
