import { cx } from '../../../../shared/class-names.ts';
import { ButtonLink } from '../../../../ui/button/Button.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import columns from '../../../../ui/split/Columns.module.css';
import split from '../../../../ui/split/Split.module.css';
import texts from '../../../../ui/text/Text.module.css';
import { Lead } from '../../../../ui/text/Text.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Call.module.css';

/** One large line, and a button set in a dimension line that runs on across the page. */
export function Call({ section }: { section: SectionOf<'call'> }) {
  const { heading, text, button } = section;
  return (
    <Section>
      <div className={cx(columns.columns, split.split, styles.copy)}>
        <h2 className={cx(texts.display, styles.heading)}>{heading}</h2>
        {text && <Lead>{text}</Lead>}
      </div>
      <p className={styles.line}>
        <ButtonLink to={button.to}>{button.label}</ButtonLink>
      </p>
    </Section>
  );
}
