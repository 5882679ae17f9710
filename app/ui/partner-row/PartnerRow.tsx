import { LogoMark, type Mark } from '../logo-mark/LogoMark.tsx';
import styles from './PartnerRow.module.css';

interface PartnerRowProps {
  /** Label, such as "In partnership with". */
  label: string;
  logo: Mark;
  /** Whether to show the lock of the cybersecurity variant (Specification 2, Shared behaviour). */
  lock: boolean;
}

/** A partner's logo with a label, between two rules. */
export function PartnerRow({ label, logo, lock }: PartnerRowProps) {
  return (
    <div className={styles.partner}>
      <p className={styles.label}>{label}</p>
      <LogoMark logo={logo} className={styles.logo} />{' '}
      {lock && (
        <svg className={styles.lock} viewBox="0 0 48 56" role="img" aria-label="Secured">
          <path d="M4 24H44V54H4ZM11 24V15A13 13 0 0 1 37 15V24M16 24V15A8 8 0 0 1 32 15V24" />
          <path className={styles.bolt} d="M24 34V45" />
        </svg>
      )}
    </div>
  );
}
