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

/** The span's box, drawn to any width; the cable's ends are at `top`, its middle `sag` below, the deck at `deck`. */
const span = { width: 400, height: 150, top: 8, sag: 95.7, deck: 120, hangers: 20 };

const hangers = Array.from({ length: span.hangers - 1 }, (_, index) => {
  const along = (index + 1) / span.hangers;
  return `M${along * span.width} ${(span.top + 4 * span.sag * along * (1 - along)).toFixed(1)}V${span.deck}`;
}).join('');

/** One span: hangers, cable, deck, and a tower at each end. */
function Span({ loaded }: { loaded: boolean }) {
  const { width, height, top, sag, deck } = span;
  return (
    <LineDrawing className={styles.span} viewBox={`0 0 ${width} ${height}`}>
      <path d={hangers} strokeWidth={1} opacity={0.6} />
      <path
        d={`M0 ${top}Q${width / 2} ${top + 2 * sag} ${width} ${top}`}
        className={loaded ? lines.paint : undefined}
        strokeWidth={loaded ? 3 : 2}
      />
      <path d={`M0 ${deck}H${width}`} strokeWidth={2.5} />
      <path d={`M0 0V${height}`} strokeWidth={3} />
      <path d={`M${width} 0V${height}`} strokeWidth={3} />
    </LineDrawing>
  );
}
