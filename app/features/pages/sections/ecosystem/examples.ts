import type { SectionOf } from '../../page.schema.ts';
import { mark } from '../example-marks.ts';

const marks = [
  mark('noemic', 'Noemic', 186),
  mark('lakeform', 'Lakeform', 165),
  mark('brightweir', 'Brightweir', 186),
  mark('wardenry', 'Wardenry', 189),
  mark('saltmere', 'Saltmere', 176),
  mark('paralume', 'Paralume', 169),
  mark('ouseburn', 'Ouseburn', 182),
  mark('lumenfold', 'Lumenfold', 188),
];

export const examples: { name: string; section: SectionOf<'ecosystem'> }[] = [
  {
    name: 'ordinary',
    section: {
      type: 'ecosystem',
      heading: 'Healthtech & AI Innovators',
      logos: marks,
      subheading: 'Deep Dive into Healthcare Innovation',
      articles: [
        {
          image: { src: '/media/plates/lighthouse.svg', width: 800, height: 500 },
          alt: 'Line drawing: a lighthouse and the reach of its light',
          title: 'What the security forum agreed on',
          text: 'Security leaders from hospitals, banks and factories spent a day on one question: what changes when attackers and defenders both use agents. They disagreed about tools and agreed about duties. We report the points that survived the last session, among them an identity for every agent and a rehearsed way to switch it off.',
          to: '/single/what-the-security-forum-agreed-on/',
        },
        {
          image: { src: '/media/plates/expansion.svg', width: 800, height: 500 },
          alt: 'Line drawing: an expansion joint between two decks',
          title: 'Agentic workflows that know when to stop',
          text: 'Most agents are tested on the cases that they can finish. On a ward the interesting cases are the others: a missing result, two records that contradict each other, a request nobody should approve. We describe how to design the stop itself, who is called, and what they are shown.',
          to: '/single/agentic-workflows-that-know-when-to-stop/',
        },
      ],
    },
  },
  {
    name: 'long headings, one card of few words',
    section: {
      type: 'ecosystem',
      heading: 'Technologieunternehmen und Forschungseinrichtungen, mit denen wir arbeiten',
      logos: marks.toReversed(),
      subheading: 'Gesundheitswesendigitalisierung in der Tiefe betrachtet',
      articles: [
        {
          image: { src: '/media/plates/pier.svg', width: 800, height: 500 },
          alt: 'Line drawing: a pier',
          title: 'Kurz',
          text: 'Short.',
          to: '/single/few-towers-many-stays/',
        },
        {
          image: { src: '/media/plates/wind.svg', width: 800, height: 500 },
          alt: 'Line drawing: wind around a deck',
          title: 'Krankenversicherungskostendämpfungsgesetz und Arbeitsunfähigkeitsbescheinigung',
          text: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft, followed by words that are many enough to fill more than the four lines that a card shows, so that the end of the description is cut off where the fourth line ends and the rest of it is read on the page of the article itself, which this card leads to.',
          to: '/single/where-the-load-really-lands/',
        },
      ],
    },
  },
];
