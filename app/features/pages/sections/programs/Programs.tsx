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
        d="M20 26V120M40 42V120M60 57V120M80 69V120M100 80V120M120 88V120M140 95V120M160 100V120M180 103V120M200 104V120M220 103V120M240 100V120M260 95V120M280 88V120M300 80V120M320 69V120M340 57V120M360 42V120M380 26V120"
        strokeWidth={1}
        opacity={0.6}
      />
      <path d="M0 8Q200 199.4 400 8" className={loaded ? lines.paint : undefined} strokeWidth={loaded ? 3 : 2} />
      <path d="M0 120H400" strokeWidth={2.5} />
      <path d="M0 0V150M400 0V150" strokeWidth={3} />
    </LineDrawing>
  );
}
