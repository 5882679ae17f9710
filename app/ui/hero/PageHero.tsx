import type { HeroMedia } from '../../platform/content/fields.ts';
import { ButtonLink } from '../button/Button.tsx';
import { PauseButton } from '../motion/PauseButton.tsx';
import { HeroFrame } from './HeroFrame.tsx';
import { HeroMediaView } from './HeroMediaView.tsx';
import styles from './PageHero.module.css';
import { useHeroLoop } from './use-hero-loop.ts';

interface PageHeroProps {
  heading: string;
  /** A sentence under the heading. */
  note?: string | undefined;
  media: HeroMedia;
  button?: { label: string; to: string } | undefined;
}

/** The opening of a page: one heading over its bridge (Specification 2, Shared behaviour). */
export function PageHero({ heading, note, media, button }: PageHeroProps) {
  const loop = useHeroLoop(media);
  return (
    <HeroFrame
      backdrop={<HeroMediaView media={media} loop={loop} />}
      start={button && <ButtonLink to={button.to}>{button.label}</ButtonLink>}
      beforeArrow={media.loop && <span className={styles.pausePlace}>{loop.canPause && <PauseButton />}</span>}
    >
      <h1 className={styles.heading}>{heading}</h1>
      {note && <p className={styles.note}>{note}</p>}
    </HeroFrame>
  );
}
