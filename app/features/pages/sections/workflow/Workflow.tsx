import { ButtonLink } from '../../../../ui/button/Button.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import { TickList } from '../../../../ui/tick-list/TickList.tsx';
import type { SectionOf } from '../../page.schema.ts';
import { BridgeSpan } from './BridgeSpan.tsx';
import { stageOf } from './stage.ts';
import styles from './Workflow.module.css';

/** A method in steps, each a span of one bridge under construction: surveyed at the left end, loaded at the right. */
export function Workflow({ section }: { section: SectionOf<'workflow'> }) {
  const { anchor, heading, text, steps, button } = section;
  return (
    <Section anchor={anchor} heading={heading} count={steps.length}>
      {text && <p className={styles.text}>{text}</p>}
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.name} className={styles.step}>
            <BridgeSpan
              stage={stageOf(index, steps.length)}
              next={index + 1 < steps.length ? stageOf(index + 1, steps.length) : undefined}
            />
            <div className={styles.copy}>
              <h3 className={styles.name}>
                <span>{step.name}</span>
              </h3>
              {step.text && <p className={styles.aim}>{step.text}</p>}
              <TickList items={step.points} />
            </div>
          </li>
        ))}
      </ol>
      {button && (
        <p className={styles.button}>
          <ButtonLink to={button.to}>{button.label}</ButtonLink>
        </p>
      )}
    </Section>
  );
}
