import { EmailAddress } from '../../ui/email-address/EmailAddress.tsx';
import { SiteLink } from '../../ui/site-link/SiteLink.tsx';

/** Other channels for applications: the careers mailbox and the company's page in the professional network. */
export interface OtherWaysProps {
  email: string;
  network: { label: string; href: string };
}

/** Names the ways to apply without the form (Specification 1 and 2, Careers). */
export function OtherWays({ email, network }: OtherWaysProps) {
  return (
    <>
      E-mail your resume to{' '}
      <a href={`mailto:${email}`}>
        <EmailAddress address={email} />
      </a>{' '}
      or apply here: <SiteLink to={network.href}>{network.label}</SiteLink>.
    </>
  );
}
