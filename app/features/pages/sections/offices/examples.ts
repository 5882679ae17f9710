import type { Examples } from '../../page.schema.ts';

/** The offices themselves are those of the content. */
export const examples: Examples<'offices'> = {
  'long heading': {
    heading: 'Niederlassungen, Entwicklungszentren und Verwaltungsgebäude weltweit',
  },
};
