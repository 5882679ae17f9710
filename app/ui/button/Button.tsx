import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import { cx } from '../../shared/class-names.ts';
import { Icon, type IconName } from '../icon/Icon.tsx';
import { SiteLink } from '../site-link/SiteLink.tsx';
import styles from './Button.module.css';

interface ButtonLook {
  children: ReactNode;
  /** `paint` on fog; `ink` on a painted ground or next to a primary button. */
  look?: 'paint' | 'ink';
}

const plates = (children: ReactNode, icon: IconName) => (
  <>
    <span className={styles.plate}>{children}</span>
    <span className={styles.plate}>
      <Icon name={icon} />
    </span>
  </>
);

interface ButtonLinkProps extends ButtonLook {
  to: string;
}

/** The expansion-joint button as a link: two plates whose gap opens on hover or focus. */
export function ButtonLink({ to, children, look = 'paint' }: ButtonLinkProps) {
  if (to === '') return <span>{children}</span>;
  return (
    <SiteLink to={to} className={cx(styles.button, look === 'ink' && styles.ink)}>
      {plates(children, 'arrow')}
    </SiteLink>
  );
}

type ButtonProps = ButtonLook &
  Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'children'> & { icon?: IconName };

/** The expansion-joint button as a `<button>`, whose `type` is `button` by default. */
export function Button({ children, look = 'paint', icon = 'arrow', type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={cx(styles.button, look === 'ink' && styles.ink)} {...rest}>
      {plates(children, icon)}
    </button>
  );
}
