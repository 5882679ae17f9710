import styles from './PositionFacts.module.css';
import type { Position } from './position.schema.ts';

/** The three facts of a position, labelled as in Specification 2, Careers. */
export function PositionFacts({ position }: { position: Pick<Position, 'job_id' | 'experience' | 'location'> }) {
  return (
    <dl className={styles.facts}>
      <div>
        <dt>JD ID</dt>
        <dd>{position.job_id}</dd>
      </div>
      <div>
        <dt>Experience Level</dt>
        <dd>{position.experience}</dd>
      </div>
      <div>
        <dt>Location</dt>
        <dd>{position.location}</dd>
      </div>
    </dl>
  );
}
