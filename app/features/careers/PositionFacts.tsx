import styles from './PositionFacts.module.css';
import type { Position } from './position.schema.ts';

/** The three facts of a position, labelled as in Specification 2, Careers; a content host may lack some. */
export function PositionFacts({ position }: { position: Pick<Position, 'job_id' | 'experience' | 'location'> }) {
  const facts = [
    ['JD ID', position.job_id],
    ['Experience Level', position.experience],
    ['Location', position.location],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
