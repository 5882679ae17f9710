import { Button } from '../../ui/button/Button.tsx';
import { SiteLink } from '../../ui/site-link/SiteLink.tsx';
import styles from './ConsentBanner.module.css';
import { choiceLabels } from './consent.ts';
import type { ConsentLabels } from './consent-labels.ts';

const headingId = 'consent-heading';

/** Asks for consent at the bottom of the window; both choices look equal. `consent-banner.ts` shows it, since pages are shared. */
export function ConsentBanner({ labels }: { labels: ConsentLabels }) {
  return (
    <section className={styles.banner} aria-labelledby={headingId} data-consent="" data-screen-only="" hidden>
      <h2 id={headingId} className={styles.heading} tabIndex={-1}>
        {labels.heading}
      </h2>
      <div>
        <p className={styles.text}>
          {labels.text} <SiteLink to={labels.policy.to}>{labels.policy.label}</SiteLink>
        </p>
        <p className={styles.text} data-consent-choice="" hidden />
      </div>
      <div className={styles.choices}>
        <Button look="ink" icon="check" value="accepted">
          {choiceLabels.accepted}
        </Button>
        <Button look="ink" icon="close" value="rejected">
          {choiceLabels.rejected}
        </Button>
      </div>
    </section>
  );
}
