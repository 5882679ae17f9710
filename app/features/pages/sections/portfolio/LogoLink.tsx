import type { Logo } from '../../../../platform/content/fields.ts';
import { Hidden } from '../../../../ui/hidden/Hidden.tsx';
import { LogoMark } from '../../../../ui/logo-mark/LogoMark.tsx';
import { SiteLink } from '../../../../ui/site-link/SiteLink.tsx';
import styles from './LogoLink.module.css';

/** A company mark that fills its bay and leads to the company, in a new tab; one without a URL is only a picture. */
export function LogoLink({ logo, markClassName }: { logo: Logo; markClassName?: string | undefined }) {
  if (!logo.href) {
    return (
      <span className={styles.bay}>
        <LogoMark logo={logo} className={markClassName} />
      </span>
    );
  }
  return (
    <SiteLink to={logo.href} className={styles.bay}>
      <LogoMark logo={logo} decorative className={markClassName} />
      <Hidden>{logo.name}</Hidden>
    </SiteLink>
  );
}
