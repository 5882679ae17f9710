import { ArrowLink } from '../../../ui/arrow-link/ArrowLink.tsx';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Wrap } from '../../../ui/section/Section.tsx';
import { Lead } from '../../../ui/text/Text.tsx';
import styles from './ErrorPage.module.css';

export interface ErrorPageProps {
  heading: string;
  text: string;
  /** Where to go from here. */
  suggestions: readonly { label: string; to: string }[];
  /** Where articles are searched, where that may help. */
  searchAt?: string;
}

/** A page that is not there, or failed: the bridge with its middle missing, and where to go (Contract, Paths and URLs). */
export function ErrorPage({ heading, text, suggestions, searchAt }: ErrorPageProps) {
  return (
    <section className={styles.lost}>
      <Wrap>
        <BrokenBridge />
        <div className={styles.columns}>
          <h1 className={styles.heading}>{heading}</h1>
          <div>
            <Lead>{text}</Lead>
            {searchAt && (
              <search>
                <form action={searchAt} method="get" className={styles.form}>
                  <input type="hidden" name="category" value="insights" />
                  <label htmlFor="lost-search">Search our insights</label>
                  <div className={styles.field}>
                    <input id="lost-search" type="search" name="search" placeholder="Type to search.." />
                    <button type="submit" aria-label="Search">
                      <Icon name="search" />
                    </button>
                  </div>
                </form>
              </search>
            )}
            <ul className={styles.links}>
              {suggestions.map((link) => (
                <li key={link.to}>
                  <ArrowLink to={link.to}>{link.label}</ArrowLink>
                </li>
              ))}
            </ul>
          </div>
        </div>
      </Wrap>
    </section>
  );
}

/** The cable of one half: from its tower top down to where the deck ends, in the drawing's units. */
const cableAt = (x: number) => 40 + 188 * (1 - ((542.6 - x) / 352.6) ** 2) - 1.7;
const trussPanels = Array.from({ length: 20 }, (_, index) => `M${10 + index * 26} 240l13 16l13 -16`).join('');
const mainHangers = Array.from({ length: 14 }, (_, index) => {
  const x = 215.2 + index * 25.18;
  return `M${x.toFixed(1)} ${cableAt(x).toFixed(1)}V240`;
}).join('');
const sideHangers = Array.from({ length: 7 }, (_, index) => `M${22 + index * 24} ${229 - index * 27}V240`).join('');
const saddle = `M190 ${cableAt(190).toFixed(1)}`;
const mainCable = `${saddle}${Array.from({ length: 40 }, (_, index) => {
  const x = 190 + ((index + 1) * 352.6) / 40;
  return `L${x.toFixed(1)} ${cableAt(x).toFixed(1)}`;
}).join('')}`;

function BrokenBridge() {
  const half = (
    <>
      <path d={mainHangers + sideHangers} strokeWidth="1" opacity=".6" />
      <path d={`${mainCable}${saddle}L0 248`} strokeWidth="2.5" />
      <path d={`M0 240H542M0 256H528${trussPanels}`} strokeWidth="1.5" />
      <path d="M181 22L178 320M199 22L202 320M181 22H199M180 90H200M180 160H200" strokeWidth="2.5" />
    </>
  );
  return (
    <svg className={styles.drawing} viewBox="0 0 1200 330" aria-hidden="true">
      {half}
      <g transform="translate(1200 0) scale(-1 1)">{half}</g>
      <path className={styles.load} d="M548 240H572M590 240H610M628 240H652" strokeWidth="3" />
      <path d="M542 212V282M658 212V282" strokeWidth="1" />
      <path className={styles.load} d="M542 272H658M536 278L548 266M652 278L664 266" strokeWidth="1.5" />
    </svg>
  );
}
