import { Fragment, type ReactNode } from 'react';
import lines from '../../../ui/drawing/LineDrawing.module.css';
import { LineDrawing } from '../../../ui/drawing/LineDrawing.tsx';
import { EmailAddress } from '../../../ui/email-address/EmailAddress.tsx';
import { Wrap } from '../../../ui/section/Section.tsx';
import { SiteLink } from '../../../ui/site-link/SiteLink.tsx';
import type { Site } from '../site.schema.ts';
import styles from './Footer.module.css';

interface FooterProps {
  site: Pick<Site, 'name' | 'tagline' | 'copyright_year' | 'email' | 'phone' | 'footer'>;
  /** A control after the legal links. */
  control?: ReactNode;
}

/** Tagline, contact, links, badges and legal lines on the night strait (Specification 2, Footer). */
export function Footer({ site, control }: FooterProps) {
  const { footer } = site;
  const { social } = footer;
  const profiles = social.profiles.map(({ label, href }) => ({ label, to: href }));
  return (
    // The head of the first sheet names the company, and the rest of the footer could take a sheet for itself.
    <footer className={styles.footer} data-screen-only="">
      <Wrap>
        <p className={styles.tagline}>{site.tagline}</p>
        <TwoSpans />
        <div className={styles.columns}>
          <div className={styles.say}>
            <h2 className={styles.heading}>{footer.contact_heading}</h2>
            <ul>
              <li>
                <a href={`mailto:${site.email.general}`}>
                  <EmailAddress address={site.email.general} />
                </a>
              </li>
              <li>
                <a href={`tel:${site.phone.replaceAll(' ', '')}`}>{site.phone}</a>
              </li>
            </ul>
          </div>
          {[...footer.columns, { heading: social.heading, links: profiles }].map((column) => (
            <div key={column.heading}>
              <h2 className={styles.heading}>{column.heading}</h2>
              <ul>
                {column.links.map(({ label, to }) => (
                  <li key={to}>
                    <SiteLink to={to}>{label}</SiteLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <div className={styles.badges}>
            <h2 className={styles.heading}>{footer.badges.heading}</h2>
            <div className={styles.stamps}>
              {footer.badges.items.map((badge) => (
                <Stamp key={badge.name} {...badge} />
              ))}
            </div>
          </div>
        </div>
        <div className={styles.end}>
          <span>
            © {site.copyright_year} {site.name}
          </span>
          <div>
            {footer.legal.map((link) => (
              <Fragment key={link.to}>
                <SiteLink to={link.to}>{link.label}</SiteLink>{' '}
              </Fragment>
            ))}
            {control}
          </div>
        </div>
      </Wrap>
    </footer>
  );
}

/** Two equal spans under the tagline; their deck carries the paint. */
function TwoSpans() {
  return (
    <LineDrawing className={styles.cable} viewBox="0 0 1200 100">
      {[0, 600].map((start) => (
        <g key={start} transform={`translate(${start})`}>
          <path
            d="M25 26V86m25-50V86m25-40V86m25-32V86m25-24V86m25-18V86m25-12V86m25-8V86m25-4V86m25-2V86m100-2V86m25-4V86m25-8V86m25-12V86m25-18V86m25-24V86m25-32V86m25-40V86m25-50V86m25-60V86"
            strokeWidth="1"
            opacity=".55"
          />
          <path d="M0 14Q300 158 600 14" strokeWidth="1.5" />
        </g>
      ))}
      <path d="M.5 0V100M600 0V100M1199.5 0V100" strokeWidth="2" />
      <path className={lines.paint} d="M0 87H1200" strokeWidth="3" />
    </LineDrawing>
  );
}

/** A badge drawn as an inspection plate. */
function Stamp({ name, above, main, below }: Site['footer']['badges']['items'][number]) {
  return (
    <svg viewBox="0 0 84 84" role="img" aria-label={name}>
      <circle cx="42" cy="42" r="40" strokeWidth="1.5" />
      <circle cx="42" cy="42" r="35" strokeWidth=".75" />
      <path d="M15 31H69M15 55H69" strokeWidth=".75" />
      <g className={styles.stampText}>
        <text x="42" y="49" fontSize="17" fontWeight="640" fontStretch="110%">
          {main}
        </text>
        <text x="42" y="26.5" fontSize="11" fontWeight="560">
          {above}
        </text>
        <text x="42" y="66" fontSize="10" fontWeight="540">
          {below}
        </text>
      </g>
    </svg>
  );
}
