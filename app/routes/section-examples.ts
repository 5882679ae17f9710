import type { SectionOf, SectionType } from '../features/pages/page.schema.ts';

/** Extreme data of one section type, by the property that is extreme; the content has the ordinary data. */
type ExampleData<Type extends SectionType> = Readonly<Record<string, Omit<SectionOf<Type>, 'type'>>>;

/** Examples by section type. A function takes its pictures from a section of the content. */
export const sectionExamples: {
  readonly [Type in Exclude<SectionType, 'slot'>]:
    | ExampleData<Type>
    | ((ordinary: SectionOf<Type>) => ExampleData<Type>);
} = {
  arms: {
    'long words, no statement, no links': {
      anchor: 'arms',
      heading: 'Zwei Geschäftsbereiche',
      items: [
        { name: 'Softwareentwicklungsdienstleistungen', text: 'Kurz.' },
        { name: 'Beteiligungen', text: 'Kurz, und auf zwei Zeilen, wenn die Spalte schmal genug ist.' },
      ],
    },
  },
  call: {
    'the longest words, no text': {
      heading:
        'Rindfleischetikettierungsüberwachungsaufgabenübertragung und Geschwindigkeitsbegrenzung in einem einzigen Satz zusammengebracht, der endet.',
      button: { label: 'Unternehmensgründungsberatungsgespräch vereinbaren', to: '#contact' },
    },
  },
  'careers-block': {
    'long words': {
      heading: 'Ihre Weiterentwicklungsmöglichkeiten: Softwareentwicklungsabteilungsleitung bei Spanwright',
      text: 'Kurz.',
    },
  },
  criteria: {
    'two stages, long words, no text': {
      anchor: 'ethos',
      heading: 'Auswahlgrundsätze',
      statement: 'Anschubfinanzierungsbeteiligungen in frühen Unternehmensphasen.',
      stages: [
        { name: 'Anschubfinanzierung', invested: true },
        { name: 'Erweiterung', invested: true },
      ],
      items: [
        { name: 'Gründungsmannschaft', text: 'Kurz.' },
        { name: 'Wettbewerbsfähigkeitsnachweis', text: 'Kurz.' },
      ],
    },
  },
  ecosystem: ({ logos, articles }) => ({
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
  }),
  features: ({ items }) => ({
    'the longest words, text only': {
      anchor: 'example-features',
      heading: 'Leistungen',
      items: items.map(({ image }, index) => ({
        heading: ['Arbeitsunfähigkeitsbescheinigung', 'Krankenversicherungskostendämpfungsgesetz'][index] ?? 'Kurz',
        text: 'Short.',
        points: [],
        image,
      })),
    },
  }),
  forces: {
    'four forces, long words, unequal texts': {
      anchor: 'why-now',
      heading: 'Weshalb gerade jetzt',
      statement: 'Die Anforderungen der Datenschutzgrundverordnung und der Aufsichtsbehörden treffen gleichzeitig ein.',
      items: [
        { name: 'Rechtsvorschriften', text: 'Kurz.' },
        {
          name: 'Automatisierungsentscheidungen',
          text: 'Ein längerer Text, der in einer schmalen Spalte viele Zeilen braucht, damit zu sehen ist, wie die Pfeile auf demselben Balken enden, auch wenn die Texte verschieden lang sind.',
        },
        { name: 'Kosten', text: 'Kurz.' },
        { name: 'Fachkräfte', text: 'Mittellang, zwei oder drei Zeilen.' },
      ],
    },
    'two forces': {
      heading: 'Why Now',
      statement: 'Two loads.',
      items: [
        { name: 'One', text: 'Short.' },
        { name: 'Two', text: 'Short.' },
      ],
    },
  },
  intro: {
    'two words, one very long': {
      statement: 'Every crossing that we build is judged by its',
      words: ['span', 'Instandhaltungsplanungen'],
      lead: 'Short.',
      aside: 'Also short.',
    },
  },
  'logo-carousel': ({ logos }) => ({
    'the fewest that can move, under a long heading': {
      heading: 'A network of companies whose name is long enough to break the line on a phone',
      logos: logos.slice(0, 5),
    },
  }),
  'logo-wall': ({ wide }) => {
    const logos = wide.flat().slice(0, 5);
    return {
      'groups that leave bays open, another order on narrow screens, with text': {
        anchor: 'atechpartners',
        heading: 'Partners',
        text: 'A sentence that says what these companies do with us.',
        wide: [logos.slice(0, 4), logos.slice(4)],
        narrow: [logos.toReversed()],
      },
    };
  },
  offerings: {
    'the arch with the longest names': {
      heading: 'Versicherungsaufsichtsrechtliche Leistungsbereiche für Rückversicherungsgesellschaften',
      diagram: 'arch',
      items: ['a', 'b', 'c', 'd', 'e'].map((letter) => ({
        id: `example-long-${letter}`,
        name: 'Datenschutzgrundverordnung, Informationssicherheitsmanagement & Schwachstellenbeseitigung',
        text: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft.',
        points: [],
      })),
    },
    'one item, name and text only': {
      heading: 'Offerings',
      items: [{ id: 'example-only', name: 'Audit', text: 'One sentence.', points: [] }],
    },
  },
  // The offices themselves are those of the content.
  offices: {
    'long heading': {
      heading: 'Niederlassungen, Entwicklungszentren und Verwaltungsgebäude weltweit',
    },
  },
  portfolio: ({ wide }) => {
    const logos = wide.slice(0, 1).map(({ href, ...logo }) => logo);
    return { 'one company without a URL': { heading: 'Portfolio', wide: logos, narrow: logos } };
  },
  products: {
    'the smallest and the largest figure, the longest words': {
      anchor: 'example-products',
      heading: 'Produkte',
      items: [
        {
          id: 'example-one',
          name: 'Betriebskostenabrechnungsautomatisierung',
          label: 'Erprobungsphase',
          summary: 'Short.',
          points: [],
          figure: {
            value: 1,
            unit: '%',
            measure: 'Verwaltungskostenreduktion im Rechnungswesen und in der Vertragsverwaltung, jedes Jahr',
          },
        },
        {
          id: 'example-whole',
          name: 'Whole',
          summary: 'The whole span is loaded.',
          points: [],
          figure: { value: 100, unit: '%', measure: 'of it' },
        },
      ],
    },
  },
  programs: {
    'four spans, long names, no button': {
      heading: 'Programs',
      items: [
        { name: 'Unternehmensmodernisierung', text: 'Short.', loaded: true },
        { name: 'Two', text: 'Short.', loaded: false },
        {
          name: 'Three',
          text: 'A longer text that takes several lines in a narrow column, to show how the row aligns.',
          loaded: false,
        },
        { name: 'Four', text: 'Short.', loaded: false },
      ],
    },
  },
  solutions: ({ items }) => ({
    'one row of long words': {
      anchor: 'solutions',
      heading: 'A heading that fills the dimension line on a phone and then needs another line',
      items: items.slice(0, 1).map(({ drawing }) => ({
        name: 'Datenschutzgrundverordnungskonformitätsprüfung',
        text: 'Short.',
        drawing,
        action: { label: 'Unternehmenssicherheitsberatung anfragen', to: '#contact' },
      })),
    },
  }),
  statement: {
    'the longest words, heading only': {
      ground: 'paper',
      heading: 'Kraftfahrzeughaftpflichtversicherungsbedingungen und Grundstücksverkehrsgenehmigungszuständigkeit',
      paragraphs: [],
      points: [],
      links: [],
    },
  },
  stories: {
    'one story, long words, no link': {
      anchor: 'impact',
      heading: 'Wirkung',
      items: [
        {
          client: 'Eine Krankenversicherungsgesellschaft mit Niederlassungen in mehreren Ländern',
          title: 'Leistungsabrechnungsprüfungsautomatisierung',
          text: 'Kurz.',
          figure: { value: '1.234.567,89', measure: 'Bearbeitungsvorgänge' },
        },
      ],
    },
  },
  // The people themselves are those of the content.
  team: {
    'one team, long words, no invitation': {
      anchor: 'ourteam',
      teams: [{ key: 'leadership', heading: 'Geschäftsführung und Unternehmensentwicklungsverantwortung' }],
    },
  },
  themes: {
    'three lists, long words, names alone': {
      anchor: 'thesis',
      heading: 'Anlagegrundsätze',
      groups: [
        { name: 'Technologiefelder', items: [{ name: 'Automatisierungstechnologieentwicklung' }, { name: 'Kurz' }] },
        { name: 'Geschäftsfelder', items: [{ name: 'Banken', text: 'Kurz.' }] },
        { name: 'Regionen', items: [{ name: 'Nordamerika' }, { name: 'Europa' }, { name: 'Indien' }] },
      ],
    },
    'one list': {
      heading: 'Fund thesis',
      groups: [{ name: 'Technology themes', items: [{ name: 'IoT/edge', text: 'Decisions made at the machine.' }] }],
    },
  },
  values: {
    'two values, long words, no statement': {
      anchor: 'values',
      heading: 'Grundsätze',
      items: [
        { name: 'Verantwortungsübernahmebereitschaft', text: 'Kurz.' },
        { name: 'Nachvollziehbarkeit', text: 'Ebenfalls kurz, doch lang genug für eine zweite Zeile auf dem Telefon.' },
      ],
    },
  },
  workflow: {
    'five steps of long words, no texts': {
      heading: 'Vorgehensweise',
      steps: ['Bestandsaufnahme', 'Anforderungsabstimmung', 'Umsetzung', 'Inbetriebnahme', 'Übergabe'].map((name) => ({
        name,
        points: ['Geschäftsprozessdokumentation', 'Verantwortlichkeitsmatrix', 'Abnahme'],
      })),
    },
    'two steps': {
      heading: 'Method',
      steps: [
        { name: 'Draw', points: ['One', 'Two', 'Three'] },
        { name: 'Build', points: ['One', 'Two', 'Three', 'Four'] },
      ],
    },
  },
};
