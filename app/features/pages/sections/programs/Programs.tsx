import { ButtonLink } from '../../../../ui/button/Button.tsx';
import lines from '../../../../ui/drawing/LineDrawing.module.css';
import { LineDrawing } from '../../../../ui/drawing/LineDrawing.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Programs.module.css';

/** The night band: each program is a span of one continuous bridge, the loaded one in paint. */
export function Programs({ section }: { section: SectionOf<'programs'> }) {
  const { heading, items, button } = section;
  return (
    <Section ground="night" heading={heading} count={items.length}>
      <ul className={styles.bridge}>
        {items.map(({ name, text, loaded }) => (
          <li key={name} className={styles.program}>
            <Span loaded={loaded} />
            <h3 className={styles.name}>{name}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ul>
      {button && (
        <p className={styles.button}>
          <ButtonLink to={button.to}>{button.label}</ButtonLink>
        </p>
      )}
    </Section>
  );
}

/** One span: hangers, cable, deck, and a tower at each end. */
function Span({ loaded }: { loaded: boolean }) {
  return (
    <LineDrawing className={styles.span} viewBox="0 0 400 150">
      <path
        d="M20 26.2V120M40 42.5V120M60 56.8V120M80 69.2V120M100 79.8V120M120 88.4V120M140 95.1V120M160 99.9V120M180 102.7V120M200 103.7V120M220 102.7V120M240 99.9V120M260 95.1V120M280 88.4V120M300 79.8V120M320 69.2V120M340 56.8V120M360 42.5V120M380 26.2V120"
        strokeWidth={1}
        opacity={0.6}
      />
      <path d="M0 8Q200 199.4 400 8" className={loaded ? lines.paint : undefined} strokeWidth={loaded ? 3 : 2} />
      <path d="M0 120H400" strokeWidth={2.5} />
      <path d="M0 0V150M400 0V150" strokeWidth={3} />
    </LineDrawing>
  );
}
