import { useEffect, useId, useLayoutEffect, useRef } from 'react';
import { formatDay } from '../../shared/format-day.ts';
import { Button } from '../../ui/button/Button.tsx';
import { SiteLink } from '../../ui/site-link/SiteLink.tsx';
import styles from './ConsentBanner.module.css';
import { type Choice, choose, keptChoice } from './consent.ts';
import type { ConsentWords } from './consent-words.ts';

const choiceWords: Readonly<Record<Choice, string>> = { accepted: 'Accept', rejected: 'Reject' };

/**
 * Asks for consent at the foot of the window, beside the page and not before it: nothing waits for the answer. What has the
 * focus is never covered (WCAG 2.4.11), and both answers weigh the same.
 */
export default function ConsentBanner({ words }: { words: ConsentWords }) {
  const banner = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const kept = keptChoice();
  const isReopened = kept !== undefined;
  useFootOfPage(banner);

  useEffect(() => {
    if (isReopened) heading.current?.focus();
  }, [isReopened]);

  /** Who came in by the keyboard, or by the control that opened it, is led back. */
  const cameFrom = useRef<Element>(null);
  const answer = (choice: Choice) => {
    choose(choice);
    if (cameFrom.current instanceof HTMLElement && cameFrom.current.isConnected)
      cameFrom.current.focus({ preventScroll: true });
  };

  return (
    <section
      ref={banner}
      className={styles.banner}
      aria-labelledby={headingId}
      onFocus={({ relatedTarget }) => {
        if (relatedTarget && !banner.current?.contains(relatedTarget)) cameFrom.current = relatedTarget;
      }}
    >
      <h2 ref={heading} id={headingId} className={styles.heading} tabIndex={-1}>
        {words.heading}
      </h2>
      <div>
        <p className={styles.text}>
          {words.text} <SiteLink to={words.policy.to}>{words.policy.label}</SiteLink>
        </p>
        {kept && (
          <p className={styles.text}>
            Your choice of {formatDay(kept.at.toISOString().slice(0, 10))}: {choiceWords[kept.choice]}.
          </p>
        )}
      </div>
      <div className={styles.answers}>
        <Button look="ink" icon="check" onClick={() => answer('accepted')}>
          {choiceWords.accepted}
        </Button>
        <Button look="ink" icon="close" onClick={() => answer('rejected')}>
          {choiceWords.rejected}
        </Button>
      </div>
    </section>
  );
}

/** The room that is covered at the foot of the window, which base.css and the footer keep free. */
const coveredProperty = '--covered-below';
/** The outline of what has the focus, with its distance. */
const outlinePx = 8;

function useFootOfPage(banner: React.RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = banner.current;
    if (!element) return;
    const root = document.documentElement;
    const uncoverFocused = () => {
      const focused = document.activeElement;
      if (focused && focused !== document.body && !element.contains(focused))
        focused.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    // Browsers scroll to what gets the focus where it is off screen, and not where something lies over it. They do so after
    // this event.
    const onFocus = () => requestAnimationFrame(uncoverFocused);
    const observer = new ResizeObserver(() => {
      const covered = innerHeight - element.getBoundingClientRect().top;
      root.style.setProperty(coveredProperty, `${Math.ceil(covered) + outlinePx}px`);
      uncoverFocused();
    });
    observer.observe(element);
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
      root.style.removeProperty(coveredProperty);
    };
  }, [banner]);
}
