import type { Examples } from '../../page.schema.ts';

export const examples: Examples<'ecosystem'> = ({ logos, articles }) => ({
  'long headings, one card of few words': {
    heading: 'Technologieunternehmen und Forschungseinrichtungen, mit denen wir arbeiten',
    logos,
    subheading: 'Gesundheitswesendigitalisierung in der Tiefe betrachtet',
    articles: articles.map((article, index) => ({
      ...article,
      title: index === 0 ? 'Kurz' : 'Krankenversicherungskostendämpfungsgesetz und Arbeitsunfähigkeitsbescheinigung',
      text:
        index === 0
          ? 'Short.'
          : 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, followed by words that are many enough to fill more than the four lines that a card shows, so that the end of the description is cut off where the fourth line ends and the rest of it is read on the page of the article itself, which this card leads to.',
    })),
  },
});
