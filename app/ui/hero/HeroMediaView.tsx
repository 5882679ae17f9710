import { useEffect, useRef, useState } from 'react';
import type { HeroLoopFiles, HeroMedia, HeroPoster } from '../../platform/content/fields.ts';
import { cx } from '../../shared/class-names.ts';
import styles from './HeroMediaView.module.css';
import { type HeroLoop, tallCut } from './use-hero-loop.ts';

interface HeroMediaViewProps {
  poster: HeroMedia['poster'];
  loop: HeroLoop;
}

/**
 * The drawing behind a heading: the poster at once, as the page's first picture, and over it the loop once that plays.
 * Drawn on white, it is multiplied into the fog; the dark scheme inverts and screens it. It only accompanies words.
 */
export function HeroMediaView({ poster, loop }: HeroMediaViewProps) {
  const { wide, tall } = poster;
  return (
    <div className={styles.media} aria-hidden="true">
      <picture>
        <PosterSources poster={tall} media={tallCut} />
        {wide.avif && <source type="image/avif" srcSet={wide.avif} width={wide.width} height={wide.height} />}
        <img src={wide.src} alt="" width={wide.width} height={wide.height} fetchPriority="high" />
      </picture>
      {loop.files && <LoopVideo key={loop.files.mp4} files={loop.files} loop={loop} />}
    </div>
  );
}

function PosterSources({ poster: { src, avif, width, height }, media }: { poster: HeroPoster; media: string }) {
  return (
    <>
      {avif && <source media={media} type="image/avif" srcSet={avif} width={width} height={height} />}
      <source media={media} srcSet={src} width={width} height={height} />
    </>
  );
}

/** What the generator renders (H.264 stands last: every browser plays it). */
const av1 = 'video/webm; codecs="av01.0.08M.08"';

/** Plays while it is on screen, in a seen tab, and motion is on. `preload="none"` leaves the fetching to the first play. */
function LoopVideo({ files, loop }: { files: HeroLoopFiles; loop: HeroLoop }) {
  const { moving, started, onPlaying, onError } = loop;
  const video = useRef<HTMLVideoElement>(null);
  const [onScreen, setOnScreen] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    let intersects = false;
    const update = () => setOnScreen(intersects && !document.hidden);
    const observer = new IntersectionObserver((entries) => {
      intersects = entries.at(-1)?.isIntersecting ?? false;
      update();
    });
    observer.observe(element);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (moving && onScreen) {
      element.play().catch(() => {
        // The browser may refuse, to save power for one: the poster then stays.
      });
    } else element.pause();
  }, [moving, onScreen]);
  return (
    <video
      ref={video}
      className={cx(styles.loop, started && styles.started)}
      preload="none"
      muted
      loop
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      onPlaying={onPlaying}
    >
      {files.webm && <source src={files.webm} type={av1} />}
      <source src={files.mp4} type="video/mp4" onError={onError} />
    </video>
  );
}
