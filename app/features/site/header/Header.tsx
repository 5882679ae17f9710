import type { ComponentPropsWithoutRef } from 'react';
import { articlePrefix, listingPath } from '../../../paths.ts';
import { cx } from '../../../shared/class-names.ts';
import { Icon } from '../../../ui/icon/Icon.tsx';
import { Wrap } from '../../../ui/section/Section.tsx';
import { SiteLink } from '../../../ui/site-link/SiteLink.tsx';
import { BrandMark } from '../brand-mark/BrandMark.tsx';
import type { Site } from '../site.schema.ts';
import styles from './Header.module.css';

interface HeaderProps {
  site: Pick<Site, 'name' | 'navigation'>;
  /** Path of the page, whose item is marked; `articlePrefix` for every article. */
  pathname: string;
}

const menuId = 'menu';

/**
 * Logo, navigation, and the menu of narrow screens (Specification 2, Header navigation). Dropdowns are disclosure buttons
 * beside their item; the menu is a dialog that opens without JavaScript. The early script handles both.
 */
export function Header({ site, pathname }: HeaderProps) {
  return (
    <header className={styles.header}>
      <Wrap className={styles.inner}>
        <Brand name={site.name} />
        <MenuButton label="Menu" aria-label="Open menu" aria-haspopup="dialog" />
        <nav className={styles.bar} aria-label="Main" data-screen-only="">
          <NavigationList navigation={site.navigation} pathname={pathname} place="bar" />
        </nav>
      </Wrap>
      {/* A popover, which the early script shows as a modal dialog. */}
      <dialog id={menuId} popover="auto" className={styles.menu} aria-label="Menu">
        <div>
          <div className={styles.menuHead}>
            <Brand name={site.name} />
            {/* The way out comes first for the keyboard; without `autofocus` it would be the logo (WAI-ARIA APG, Dialog). */}
            <MenuButton label="Close" aria-label="Close menu" popoverTargetAction="hide" autoFocus />
          </div>
          <nav className={styles.list} aria-label="Main">
            <NavigationList navigation={site.navigation} pathname={pathname} place="menu" />
          </nav>
        </div>
      </dialog>
    </header>
  );
}

function MenuButton({ label, ...attributes }: ComponentPropsWithoutRef<'button'> & { label: string }) {
  return (
    <button type="button" className={styles.menuButton} popoverTarget={menuId} {...attributes}>
      <span aria-hidden="true">{label}</span>
      <i />
    </button>
  );
}

function Brand({ name }: { name: string }) {
  return (
    <a className={styles.brand} href="/" aria-label={`${name}, home`}>
      <BrandMark />
      <b>{name}</b>
    </a>
  );
}

interface NavigationListProps {
  navigation: Site['navigation'];
  pathname: string;
  place: 'bar' | 'menu';
}

/** The same items in the bar of wide screens and in the menu of narrow ones. */
function NavigationList({ navigation, pathname, place }: NavigationListProps) {
  return (
    <ul>
      {navigation.map((item) => {
        const id = `${place}-${item.label.toLowerCase().replaceAll(' ', '-')}`;
        const inside =
          item.items.some(({ to }) => to === pathname) || (item.to === listingPath && pathname === articlePrefix);
        return (
          <li key={item.label} className={styles.item} {...(place === 'bar' ? { 'data-hover': '' } : {})}>
            <SiteLink
              to={item.to}
              className={cx(styles.itemLink, inside && styles.within)}
              {...(item.to === pathname ? { 'aria-current': 'page' } : {})}
            >
              {item.label}
            </SiteLink>
            {item.items.length > 0 && (
              <>
                <button
                  type="button"
                  className={styles.more}
                  aria-expanded="false"
                  aria-controls={id}
                  aria-label={`${item.label}: more pages`}
                  data-disclosure={place === 'bar' ? 'hover' : ''}
                >
                  <Icon name="chevron" className={styles.chevron} />
                </button>
                <ul id={id} className={styles.drop} hidden>
                  {item.items.map((sub) => (
                    <li key={sub.label}>
                      <SiteLink
                        to={sub.to}
                        className={styles.subLink}
                        {...(sub.to === pathname ? { 'aria-current': 'page' } : {})}
                      >
                        {sub.label}
                      </SiteLink>
                    </li>
                  ))}
                </ul>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
