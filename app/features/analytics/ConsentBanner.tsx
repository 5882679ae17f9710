import { Button } from '../../ui/button/Button.tsx';
import { SiteLink } from '../../ui/site-link/SiteLink.tsx';
import styles from './ConsentBanner.module.css';
import { choiceLabels } from './consent.ts';
import type { ConsentLabels } from './consent-words.ts';

const headingId = 'consent-heading';

/**
 * Asks for consent at the foot of the window, beside the page and not before it: nothing waits for the answer, and both answers weigh
 * the same. Hidden until `consent-banner.ts` shows it: pages are the same for every visitor, so the browser decides whether to ask.
 */
export function ConsentBanner({ words }: { words: ConsentLabels }) {
  return (
    <section className={styles.banner} aria-labelledby={headingId} data-consent="" hidden>
      <h2 id={headingId} className={styles.heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <div>
        <p className={styles.text}>
          {words.text} <SiteLink to={words.policy.to}>{words.policy.label}</SiteLink>
        </p>
        <p className={styles.text} data-consent-choice="" hidden />
      </div>
      <div className={styles.answers}>
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
