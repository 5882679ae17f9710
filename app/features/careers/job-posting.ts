import type { Position } from './position.schema.ts';

interface Employer {
  name: string;
  url: string;
}

/**
 * A position as search engines read it (schema.org/JobPosting), or nothing where a field that they require is not there.
 * @param url the position's own address
 */
export function jobPosting(position: Position, employer: Employer, url: string): Record<string, unknown> | undefined {
  const { posted, place } = position;
  if (!posted || !place) return undefined;
  return {
    '@context': 'https://schema.org',
    '@type': 'JobPosting',
    title: position.title,
    description: position.html,
    identifier: { '@type': 'PropertyValue', name: employer.name, value: position.job_id },
    datePosted: posted,
    ...(position.valid_through ? { validThrough: `${position.valid_through}T23:59:59Z` } : {}),
    ...(position.employment_type ? { employmentType: position.employment_type } : {}),
    hiringOrganization: { '@type': 'Organization', name: employer.name, sameAs: employer.url },
    jobLocation: {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: place.city,
        ...(place.region ? { addressRegion: place.region } : {}),
        addressCountry: place.country,
      },
    },
    ...(position.remote
      ? { jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { '@type': 'Country', name: place.country } }
      : {}),
    directApply: true,
    url,
  };
}
