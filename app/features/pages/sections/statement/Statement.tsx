import { Fragment } from 'react';
import { ArrowLink } from '../../../../ui/arrow-link/ArrowLink.tsx';
import { ButtonLink } from '../../../../ui/button/Button.tsx';
import { Drawing } from '../../../../ui/drawing/Drawing.tsx';
import { PartnerRow } from '../../../../ui/partner-row/PartnerRow.tsx';
import { Plate } from '../../../../ui/plate/Plate.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import { Split } from '../../../../ui/split/Split.tsx';
import { Stack } from '../../../../ui/stack/Stack.tsx';
import { StatementText } from '../../../../ui/text/StatementText.tsx';
import { Lead } from '../../../../ui/text/Text.tsx';
import { TickList } from '../../../../ui/tick-list/TickList.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Statement.module.css';

/** A statement on the left with its drawing or plate below it; the argument on the right. */
export function Statement({ section }: { section: SectionOf<'statement'> }) {
  const { anchor, ground, heading, lead, paragraphs, points, partner, drawing, image, button, links } = section;
  return (
    <Section anchor={anchor} ground={ground}>
      <Split
        start={
          <div className={styles.side}>
            <StatementText as="h2">{heading}</StatementText>
            {drawing && <Drawing svg={drawing} className={styles.drawing} />}
            {image && <Plate image={image.file} alt={image.alt} size="half" className={styles.plate} />}
          </div>
        }
        end={
          <Stack>
            {lead && <Lead>{lead}</Lead>}
            {paragraphs.map((paragraph) => (
              <p key={paragraph} className={styles.paragraph}>
                {paragraph}
              </p>
            ))}
            {points.length > 0 && <TickList items={points} />}
            {partner && <PartnerRow {...partner} />}
            {button && (
              <p>
                <ButtonLink to={button.to}>{button.label}</ButtonLink>
              </p>
            )}
            {links.length > 0 && (
              <p className={styles.links}>
                {links.map((link) => (
                  <Fragment key={link.to}>
                    <ArrowLink to={link.to}>{link.label}</ArrowLink>{' '}
                  </Fragment>
                ))}
              </p>
            )}
          </Stack>
        }
      />
    </Section>
  );
}
