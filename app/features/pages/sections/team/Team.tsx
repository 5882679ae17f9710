import { cx } from '../../../../shared/class-names.ts';
import { ArrowLink } from '../../../../ui/arrow-link/ArrowLink.tsx';
import { DimensionLine } from '../../../../ui/dimension-line/DimensionLine.tsx';
import { Section } from '../../../../ui/section/Section.tsx';
import texts from '../../../../ui/text/Text.module.css';
import type { SectionOf } from '../../page.schema.ts';
import type { People } from '../../people.schema.ts';
import { PersonCard } from './PersonCard.tsx';
import styles from './Team.module.css';

interface TeamProps {
  section: SectionOf<'team'>;
  people: People;
}

/**
 * The people by team, three per row on wide screens, a team of four in one row; every third card from each team's first is offset
 * downwards (Specification 2, Who We Are: Team; Ruling 14). The invitation fills the rest of the last row.
 */
export function Team({ section: { anchor, teams, invitation }, people }: TeamProps) {
  return (
    <Section anchor={anchor}>
      {teams.map(({ key, heading }, index) => (
        <div key={key} className={styles.team}>
          <DimensionLine heading={heading} count={people[key].length} />
          <div className={styles.places}>
            <ul className={styles.people}>
              {people[key].map((person) => (
                <PersonCard key={person.id} person={person} />
              ))}
            </ul>
            {invitation && index === teams.length - 1 && (
              <div className={styles.invitation}>
                <p className={cx(texts.remark, styles.copy)}>{invitation.text}</p>
                <ArrowLink to={invitation.action.to}>{invitation.action.label}</ArrowLink>
              </div>
            )}
          </div>
        </div>
      ))}
    </Section>
  );
}
