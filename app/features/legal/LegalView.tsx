import { Fragment } from 'react';
import { DimensionLine } from '../../ui/dimension-line/DimensionLine.tsx';
import { Island } from '../../ui/island/Island.tsx';
import { Prose } from '../../ui/prose/Prose.tsx';
import { Wrap } from '../../ui/section/Section.tsx';
import styles from './LegalView.module.css';
import type { LegalPage } from './legal.schema.ts';

const longDate = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A legal text with its parts as side tabs (Specification 2, Terms and Privacy; 4). Without JavaScript and in print all are visible. */
export function LegalView({ page }: { page: LegalPage }) {
  return (
    <Wrap className={styles.page}>
      <h1 className={styles.heading}>{page.title}</h1>
      <DimensionLine
        level={0}
        heading={
          <>
            Last updated <time dateTime={page.last_updated}>{longDate.format(new Date(page.last_updated))}</time>
          </>
        }
      />
      <Island name="legal-tabs" wake="idle" props={{ label: page.title }}>
        <div className={styles.columns}>
          <div className={styles.tabs} data-tabs data-screen-only="">
            {page.parts.map(({ id, title }) => (
              <Fragment key={id}>
                <a href={`#${id}`} className={styles.tab} data-title={title}>
                  {title}
                </a>{' '}
              </Fragment>
            ))}
          </div>
          <div>
            {page.parts.map((part, index) => (
              <div key={part.id} className={styles.part} data-active={index === 0 ? '' : undefined}>
                <section>
                  <h2 id={part.id} className={styles.title}>
                    {part.title}
                  </h2>
                  <Prose html={part.html} />
                </section>
              </div>
            ))}
          </div>
        </div>
      </Island>
    </Wrap>
  );
}
