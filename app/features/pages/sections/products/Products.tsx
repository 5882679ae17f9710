import { ButtonLink } from '../../../../ui/button/Button.tsx';
import lines from '../../../../ui/drawing/LineDrawing.module.css';
import { LineDrawing } from '../../../../ui/drawing/LineDrawing.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import { Lead } from '../../../../ui/text/Text.tsx';
import { TickList } from '../../../../ui/tick-list/TickList.tsx';
import type { SectionOf } from '../../page.schema.ts';
import { deckY, loadedSpan, spanSize } from './loaded-span.ts';
import styles from './Products.module.css';

/** Products, each with its claimed figure as a load on a span. Each product is an anchor. */
export function Products({ section }: { section: SectionOf<'products'> }) {
  const { anchor, heading, items, button } = section;
  return (
    <Section anchor={anchor} heading={heading} count={items.length} flush>
      <div className={styles.list}>
        {items.map((item) => (
          <Product key={item.id} item={item} />
        ))}
      </div>
      {button && <ButtonLink to={button.to}>{button.label}</ButtonLink>}
    </Section>
  );
}

function Product({ item }: { item: SectionOf<'products'>['items'][number] }) {
  const { id, name, label, summary, text, points, figure } = item;
  return (
    <article className={styles.product} id={id}>
      <div className={styles.title}>
        <h3 className={styles.name}>{name}</h3>
        {label && <p className={styles.label}>{label}</p>}
      </div>
      <p className={styles.figure}>
        <span className={styles.value}>
          {figure.value}
          <span className={styles.unit}>%</span>
        </span>{' '}
        <span className={styles.measure}>{figure.measure}</span>
      </p>
      <Span percentage={figure.value} />
      <div className={styles.copy}>
        <Lead>{summary}</Lead>
        <div className={styles.argument}>
          {text && <p className={styles.text}>{text}</p>}
          {points.length > 0 && <TickList items={points} />}
        </div>
      </div>
    </article>
  );
}

/** The span under the figure: its painted part is the percentage of its length. */
function Span({ percentage }: { percentage: number }) {
  const { width, height } = spanSize;
  const { loadEnd, cable, struts } = loadedSpan(percentage);
  return (
    <LineDrawing className={styles.span} viewBox={`0 0 ${width} ${height}`}>
      <path strokeWidth={1} opacity={0.55} d={struts} />
      <path strokeWidth={1.75} d={cable} />
      <path strokeWidth={3} d={`M0 ${deckY}V${height}M${width} ${deckY}V${height}`} />
      <path strokeWidth={2} d={`M0 ${deckY}H${width}`} />
      <path className={lines.paint} strokeWidth={8} d={`M0 ${deckY}H${loadEnd}`} />
    </LineDrawing>
  );
}
