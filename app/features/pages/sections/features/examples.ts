import type { SectionOf } from '../../page.schema.ts';
import { mark } from '../example-marks.ts';

export const examples: { name: string; section: SectionOf<'features'> }[] = [
  {
    name: 'ordinary, with partner, lock and links',
    section: {
      type: 'features',
      heading: 'What we build for healthcare',
      items: [
        {
          heading: 'Value-based care that can prove its value',
          text: 'A contract that pays for outcomes needs outcomes that can be measured. We join clinical, claims and social data for each patient, and show care teams the few actions that would change the next year.',
          points: [
            'Risk and gaps in care, explained for every patient',
            'Quality measures calculated from source records',
            'Shared savings forecast under each contract',
          ],
          image: {
            file: { src: '/media/plates/truss.svg', width: 800, height: 500 },
            alt: 'Line drawing: a truss under load',
          },
          link: { label: 'See how we engineer data and AI', to: '/data-and-ai' },
        },
        {
          heading: 'Cybersecurity that keeps the ward open',
          text: 'An attack on a hospital is measured in cancelled operations. We watch clinical networks and devices day and night, and rehearse working without systems.',
          points: ['Recovery planned by clinical priority', 'Downtime exercises with the staff on shift'],
          image: {
            file: { src: '/media/plates/arch.svg', width: 800, height: 500 },
            alt: 'Line drawing: a masonry arch',
          },
          partner: {
            label: 'In partnership with',
            logo: mark('wardenry', 'Wardenry', 189),
            lock: true,
          },
          link: { label: 'See CyberSecurity', to: '/cybersecurity' },
        },
        {
          heading: 'Secure agents, trusted with the record',
          text: 'Ours carry their own identity, see only what the task requires, and write each access to a log that your privacy officer can read.',
          points: ['Rights limited to one task and one patient, then withdrawn'],
          image: {
            file: { src: '/media/plates/cable.svg', width: 800, height: 500 },
            alt: 'Line drawing: a suspension cable in section',
          },
        },
      ],
    },
  },
  {
    name: 'the longest words, text only',
    section: {
      type: 'features',
      anchor: 'example-features',
      heading: 'Leistungen',
      items: ['Arbeitsunfähigkeitsbescheinigung', 'Krankenversicherungskostendämpfungsgesetz', 'Kurz'].map(
        (heading) => ({
          heading,
          text: 'Short.',
          points: [],
          image: {
            file: { src: '/media/plates/stays.svg', width: 800, height: 500 },
            alt: 'Line drawing: a cable-stayed bridge',
          },
        }),
      ),
    },
  },
];
