import type { HeroMedia } from '../../platform/content/fields.ts';
import { cx } from '../../shared/class-names.ts';
import { ButtonLink } from '../button/Button.tsx';
import { Island } from '../island/Island.tsx';
import { PauseButton } from '../motion/PauseButton.tsx';
import texts from '../text/Text.module.css';
import { Sentences } from '../text/Text.tsx';
import { loopsOf } from './film.ts';
import { HeroFrame } from './HeroFrame.tsx';
import { HeroMediaView } from './HeroMediaView.tsx';
import styles from './PageHero.module.css';

interface PageHeroProps {
  heading: string;
  /** A sentence under the heading. */
  note?: string | undefined;
  media: HeroMedia;
  button?: { label: string; to: string } | undefined;
}

/** The hero of a page: one heading over its bridge (Specification 2, Shared behaviour). A script plays the film. */
export function PageHero({ heading, note, media, button }: PageHeroProps) {
  const hero = (
    <HeroFrame
      backdrop={<HeroMediaView media={media} />}
      start={button && <ButtonLink to={button.to}>{button.label}</ButtonLink>}
      beforeArrow={
        media.loop && (
          <span className={styles.pausePlace}>
            <PauseButton hidden />
          </span>
        )
      }
    >
      <h1 className={cx(texts.display, styles.heading)}>
        <Sentences text={heading} />
      </h1>
      {note && <p className={styles.note}>{note}</p>}
    </HeroFrame>
  );
  if (!media.loop) return hero;
  return (
    <Island name="page-hero" wake="idle" props={loopsOf(media)}>
      {hero}
    </Island>
  );
}
