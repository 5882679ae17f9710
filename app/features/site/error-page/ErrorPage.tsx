import { cx } from '../../../shared/class-names.ts';
import lines from '../../../ui/drawing/LineDrawing.module.css';
import { Notice } from '../../../ui/notice/Notice.tsx';
import { SearchField } from '../../../ui/search-field/SearchField.tsx';
import styles from './ErrorPage.module.css';

export interface ErrorPageProps {
  heading: string;
  text: string;
  /** Links to other pages. */
  suggestions: readonly { label: string; to: string }[];
  /** URL of the article search, where searching may help. */
  searchAt?: string;
}

/** A page for errors: the bridge with its middle missing, and links to other pages (Contract, Paths and URLs). */
export function ErrorPage({ heading, text, suggestions, searchAt }: ErrorPageProps) {
  return (
    <Notice heading={heading} text={text} links={suggestions} drawing={<BrokenBridge />} className={styles.lost}>
      {searchAt && (
        <search>
          <form action={searchAt} method="get" className={styles.form}>
            <input type="hidden" name="category" value="insights" />
            <label htmlFor="lost-search">Search our insights</label>
            <SearchField id="lost-search" />
          </form>
        </search>
      )}
    </Notice>
  );
}

/** Draws one half and mirrors it. */
function BrokenBridge() {
  const half = (
    <>
      <path
        d="M215.2 64.2V240M240.4 88.2V240M265.6 110.2V240M290.7 130.4V240M315.9 148.6V240M341.1 164.9V240M366.3 179.3V240M391.5 191.8V240M416.6 202.3V240M441.8 210.9V240M467.0 217.7V240M492.2 222.5V240M517.4 225.3V240M542.5 226.3V240M22 229V240M46 202V240M70 175V240M94 148V240M118 121V240M142 94V240M166 67V240"
        strokeWidth="1"
        opacity=".6"
      />
      <path
        d="M190 38.3L198.8 47.6L207.6 56.6L216.4 65.4L225.3 74.0L234.1 82.4L242.9 90.5L251.7 98.3L260.5 106.0L269.3 113.4L278.1 120.5L287.0 127.5L295.8 134.2L304.6 140.6L313.4 146.9L322.2 152.9L331.0 158.6L339.9 164.1L348.7 169.4L357.5 174.5L366.3 179.3L375.1 183.9L383.9 188.2L392.7 192.3L401.6 196.2L410.4 199.9L419.2 203.3L428.0 206.4L436.8 209.4L445.6 212.1L454.4 214.6L463.3 216.8L472.1 218.8L480.9 220.5L489.7 222.1L498.5 223.4L507.3 224.4L516.2 225.2L525.0 225.8L533.8 226.2L542.6 226.3M190 38.3L0 248"
        strokeWidth="2.5"
      />
      <path
        d="M0 240H542M0 256H528M10 240l13 16l13 -16M36 240l13 16l13 -16M62 240l13 16l13 -16M88 240l13 16l13 -16M114 240l13 16l13 -16M140 240l13 16l13 -16M166 240l13 16l13 -16M192 240l13 16l13 -16M218 240l13 16l13 -16M244 240l13 16l13 -16M270 240l13 16l13 -16M296 240l13 16l13 -16M322 240l13 16l13 -16M348 240l13 16l13 -16M374 240l13 16l13 -16M400 240l13 16l13 -16M426 240l13 16l13 -16M452 240l13 16l13 -16M478 240l13 16l13 -16M504 240l13 16l13 -16"
        strokeWidth="1.5"
      />
      <path d="M181 22L178 320M199 22L202 320M181 22H199M180 90H200M180 160H200" strokeWidth="2.5" />
    </>
  );
  return (
    <svg className={cx(lines.lines, styles.drawing)} viewBox="0 0 1200 330" aria-hidden="true">
      {half}
      <g transform="translate(1200 0) scale(-1 1)">{half}</g>
      <path className={lines.paint} d="M548 240H572M590 240H610M628 240H652" strokeWidth="3" />
      <path d="M542 212V282M658 212V282" strokeWidth="1" />
      <path className={lines.paint} d="M542 272H658M536 278L548 266M652 278L664 266" strokeWidth="1.5" />
    </svg>
  );
}
