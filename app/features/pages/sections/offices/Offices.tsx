import { Fragment } from 'react';
import { cx } from '../../../../shared/class-names.ts';
import { Section } from '../../../../ui/section/Section.tsx';
import type { Office } from '../../offices.schema.ts';
import type { SectionOf } from '../../page.schema.ts';
import styles from './Offices.module.css';
import { OfficesBridge } from './OfficesBridge.tsx';

interface OfficesProps {
  section: SectionOf<'offices'>;
  /** From west to east. */
  offices: readonly Office[];
}

/** The offices as towers of one bridge, and each with address and phone below it (Specification 2, Contact Us). */
export function Offices({ section, offices }: OfficesProps) {
  return (
    <Section heading={section.heading} count={offices.length}>
      <OfficesBridge offices={offices} />
      <ul className={styles.offices}>
        {offices.map(({ id, heading, role, headquarters, address, phone }) => (
          <li key={id} id={id} className={cx(styles.office, headquarters && styles.headquarters)}>
            <h3 className={styles.heading}>{heading}</h3>
            <p className={styles.role}>{role}</p>
            <address className={styles.address}>
              {address.map((line, index) => (
                <Fragment key={line}>
                  {index > 0 && <br />}
                  {line}
                </Fragment>
              ))}
            </address>
            <a className={styles.phone} href={`tel:${phone.replaceAll(' ', '')}`}>
              {phone}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
