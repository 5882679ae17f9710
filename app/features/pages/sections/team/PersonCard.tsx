import { cx } from '../../../../shared/class-names.ts';
import { ArrowLink } from '../../../../ui/arrow-link/ArrowLink.tsx';
import { Hidden } from '../../../../ui/hidden/Hidden.tsx';
import { Icon } from '../../../../ui/icon/Icon.tsx';
import { Picture } from '../../../../ui/picture/Picture.tsx';
import pictures from '../../../../ui/prose/TextPictures.module.css';
import grounds from '../../../../ui/section/Section.module.css';
import { Subheading } from '../../../../ui/text/Subheading.tsx';
import toggle from '../../../../ui/toggle/Toggle.module.css';
import type { Person } from '../../people.schema.ts';
import styles from './PersonCard.module.css';

/** Value of `linkedin` without a profile (Specification 3, Team member). */
const noProfile = '/';

/** One person (Specification 2, Who We Are: Team). Without a bio the profile link has the label of the button that would open it. */
export function PersonCard({ person }: { person: Person }) {
  const { id, name, post, portrait, linkedin, bio } = person;
  const bioId = `bio-${id}`;
  return (
    <li className={styles.card}>
      <div className={styles.tile}>
        <Picture image={portrait} alt="" size="third" className={styles.portrait} />
      </div>
      <div>
        <Subheading className={styles.name}>{name}</Subheading>
        <p className={styles.post}>{post}</p>
      </div>
      <div className={styles.controls}>
        {bio && (
          <button type="button" className={toggle.toggle} popoverTarget={bioId}>
            <span className={toggle.label}>Additional Bio</span>
            <span className={toggle.plus} />
            <Hidden> of {name} </Hidden>
          </button>
        )}
        {linkedin !== noProfile && (
          <ArrowLink to={linkedin}>
            {bio ? 'Profile' : 'Additional Bio'}
            <Hidden> of {name}</Hidden>
          </ArrowLink>
        )}
      </div>
      {bio && (
        <div
          id={bioId}
          className={cx(grounds.night, styles.bio)}
          popover="auto"
          role="dialog"
          aria-labelledby={`${bioId}-name`}
        >
          <h4 className={styles.bioName} id={`${bioId}-name`}>
            {name}
          </h4>
          <div
            className={cx(styles.text, pictures.pictures)}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised against the one allow-list when content was read
            dangerouslySetInnerHTML={{ __html: bio }}
          />
          <div className={styles.corner}>
            <button
              type="button"
              className={styles.close}
              popoverTarget={bioId}
              popoverTargetAction="hide"
              aria-label="Close"
            >
              <Icon name="close" />
            </button>
          </div>
        </div>
      )}
    </li>
  );
}
