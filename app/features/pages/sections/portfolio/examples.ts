import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'portfolio'> = ({ wide }) => {
  const logos = wide.slice(0, 1).map(({ href, ...logo }) => logo);
  return { 'one company without a URL': { heading: 'Portfolio', wide: logos, narrow: logos } };
};
