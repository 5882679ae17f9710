import { type MouseEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { DimensionLine } from '../../ui/dimension-line/DimensionLine.tsx';
import { Prose } from '../../ui/prose/Prose.tsx';
import { Wrap } from '../../ui/section/Section.tsx';
import { useTabs } from '../../ui/tabs/use-tabs.ts';
import styles from './LegalView.module.css';
import type { LegalPage } from './legal.schema.ts';

const longDate = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** From here on the tabs stand beside the text; below it they are a row above it. */
const tabsStandWhen = '(min-width: 992px)';

/**
 * A legal text with its parts as side tabs, the first one active (Specification 2, Terms and Privacy; 4). Without
 * JavaScript every part stands in full and the tabs are links to them; on paper too.
 */
export function LegalView({ page }: { page: LegalPage }) {
  const { hash } = useLocation();
  const [active, setActive] = useState(page.parts[0]?.id ?? '');
  const tabs = useTabs({
    keys: page.parts.map(({ id }) => id),
    active,
    onChange: setActive,
    orientation: { verticalWhen: tabsStandWhen },
    label: page.title,
  });

  useEffect(() => {
    const named = hash.slice(1);
    if (page.parts.some(({ id }) => id === named)) setActive(named);
  }, [hash, page]);

  const choose = (event: MouseEvent, id: string) => {
    if (!tabs.hydrated || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    setActive(id);
    history.replaceState(history.state, '', `#${id}`);
  };

  return (
    <Wrap className={styles.page}>
      <h1 className={styles.heading}>{page.title}</h1>
      <DimensionLine heading={`Last updated ${longDate.format(new Date(page.last_updated))}`} />
      <div className={styles.columns}>
        <div className={styles.tabs} {...tabs.list}>
          {page.parts.map(({ id, title }) => (
            <a
              key={id}
              href={`#${id}`}
              className={styles.tab}
              data-title={title}
              onClick={(event) => choose(event, id)}
              {...tabs.tab(id)}
            >
              {title}
            </a>
          ))}
        </div>
        <div>
          {page.parts.map((part, index) => (
            <section
              key={part.id}
              className={styles.part}
              data-first={index === 0 ? '' : undefined}
              data-hydrated={tabs.hydrated ? '' : undefined}
              data-active={part.id === active ? '' : undefined}
              {...tabs.panel(part.id)}
            >
              <h2 id={part.id} className={styles.title}>
                {part.title}
              </h2>
              <Prose html={part.html} />
            </section>
          ))}
        </div>
      </div>
    </Wrap>
  );
}
