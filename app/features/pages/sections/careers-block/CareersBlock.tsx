import { ArrowLink } from '../../../../ui/arrow-link/ArrowLink.tsx';
import { ButtonLink } from '../../../../ui/button/Button.tsx';
import { EmailAddress } from '../../../../ui/email-address/EmailAddress.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import { Split } from '../../../../ui/split/Split.tsx';
import { Stack } from '../../../../ui/stack/Stack.tsx';
import { StatementText } from '../../../../ui/text/StatementText.tsx';
import { Lead } from '../../../../ui/text/Text.tsx';
import type { SectionOf } from '../../page.schema.ts';
import styles from './CareersBlock.module.css';

interface CareersBlockProps {
  section: SectionOf<'careers-block'>;
  /** E-mail address for applications. */
  email: string;
  /** The company's page in the professional network. */
  network: { label: string; href: string };
}

/** Invitation to apply by e-mail or through the professional network (Specification 2, Shared behaviour). */
export function CareersBlock({ section: { heading, text }, email, network }: CareersBlockProps) {
  return (
    <Section ground="sunk" space="tight">
      <Split
        start={<StatementText as="h2">{heading}</StatementText>}
        end={
          <Stack>
            <Lead>{text}</Lead>
            <p className={styles.links}>
              <ButtonLink to={`mailto:${email}`} look="ink">
                <EmailAddress address={email} />
              </ButtonLink>{' '}
              <ArrowLink to={network.href}>{network.label}</ArrowLink>
            </p>
          </Stack>
        }
      />
    </Section>
  );
}
