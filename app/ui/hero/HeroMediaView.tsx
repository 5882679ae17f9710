import { useEffect, useRef, useState } from 'react';
import type { HeroLoopFiles, HeroMedia, HeroPoster } from '../../platform/content/fields.ts';
import { cx } from '../../shared/class-names.ts';
import styles from './HeroMediaView.module.css';
import { darkScheme, type HeroLoop, tallCut } from './use-hero-loop.ts';

interface HeroMediaViewProps {
  media: HeroMedia;
  loop: HeroLoop;
  /** False while another picture stands in its place. */
  shown?: boolean;
  /** How soon the loop is fetched: once it plays, beforehand, or not at all. */
  fetchLoop?: 'to play' | 'beforehand' | 'never';
  /** False for a picture that is not in the page's first view. */
  first?: boolean;
  /** Calls back once the poster can be shown, or once it is certain that it never can. */
  onReady?: () => void;
}

/**
 * The drawing behind a heading: the poster at once, as the page's first picture, and over it the loop once that plays. Both
 * bring the ground in the colour of the page's paper, in either scheme. It only accompanies words.
 */
export function HeroMediaView({
  media,
  loop,
  shown = true,
  fetchLoop = 'to play',
  first = true,
  onReady,
}: HeroMediaViewProps) {
  const { wide } = media.poster;
  return (
    <div className={cx(styles.media, shown && styles.shown)}>
      <picture>
        {media.dark && (
          <>
            <PosterSources poster={media.dark.poster.tall} media={`${tallCut} and ${darkScheme}`} />
            <PosterSources poster={media.dark.poster.wide} media={darkScheme} />
          </>
        )}
        <PosterSources poster={media.poster.tall} media={tallCut} />
        {wide.avif && <source type="image/avif" srcSet={wide.avif} />}
        <img
          // Before `src`, or the browser fetches that before it knows of the other sources.
          loading={first ? undefined : 'lazy'}
          fetchPriority={first ? 'high' : undefined}
          src={wide.src}
          alt=""
          width={media.width}
          height={media.height}
          onLoad={onReady}
          onError={onReady}
        />
      </picture>
      {loop.files && fetchLoop !== 'never' && (
        <LoopVideo
          key={loop.files.mp4}
          files={loop.files}
          loop={loop}
          shown={shown}
          beforehand={fetchLoop === 'beforehand'}
        />
      )}
    </div>
  );
}

function PosterSources({ poster: { src, avif }, media }: { poster: HeroPoster; media: string }) {
  return (
    <>
      {avif && <source media={media} type="image/avif" srcSet={avif} />}
      <source media={media} srcSet={src} />
    </>
  );
}

/** What the generator renders (H.264 stands last: every browser plays it). */
const av1 = 'video/webm; codecs="av01.0.08M.08"';

interface LoopVideoProps {
  files: HeroLoopFiles;
  loop: HeroLoop;
  shown: boolean;
  /** Whether the file is fetched before it plays. */
  beforehand: boolean;
}

/** Plays while it is shown, on screen, in a visible tab, and motion is on. */
function LoopVideo({ files, loop, shown, beforehand }: LoopVideoProps) {
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
    // Its layer, since the film itself is no larger than a pixel until it plays.
    observer.observe(element.parentElement ?? element);
    document.addEventListener('visibilitychange', update);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    if (moving && onScreen && shown) {
      element.play().catch(() => {
        // The browser may refuse, to save power for one: the poster then stays.
      });
    } else element.pause();
  }, [moving, onScreen, shown]);
  return (
    <video
      ref={video}
      className={cx(styles.loop, started && styles.started)}
      preload={beforehand ? 'auto' : 'none'}
      muted
      loop
      playsInline
      disablePictureInPicture
      tabIndex={-1}
      onPlaying={() => afterPaint(onPlaying)}
    >
      {files.webm && <source src={files.webm} type={av1} />}
      <source src={files.mp4} type="video/mp4" onError={onError} />
    </video>
  );
}

/** Calls back once the browser has painted what it has to paint now. */
function afterPaint(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(callback));
}
