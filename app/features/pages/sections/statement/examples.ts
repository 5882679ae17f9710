import type { SectionOf } from '../../page.schema.ts';
import { mark } from '../example-marks.ts';

const truss =
  '<svg viewBox="0 0 320 88" aria-hidden="true"><path d="M0 62H320M25 26H295" fill="none" stroke="currentColor" stroke-width="2"/><path d="M10 62L25 26L40 62L55 26L70 62L85 26L100 62L115 26L130 62L145 26L160 62L175 26L190 62M220 62L235 26L250 62L265 26L280 62L295 26L310 62" fill="none" stroke="currentColor" stroke-width="1.25"/><path d="M190 62L205 26L220 62" fill="none" stroke="currentColor" stroke-width="1.6" class="hot"/></svg>';

export const examples: { name: string; section: SectionOf<'statement'> }[] = [
  {
    name: 'ordinary, with a drawing',
    section: {
      type: 'statement',
      anchor: 'example-platform',
      ground: 'paper',
      heading: 'Intelligence that moves the work.',
      lead: 'Most enterprise AI answers questions. SpeedX carries work: it reads the case, consults the systems, takes the steps it is permitted to take, and hands the rest to a person.',
      paragraphs: [
        'It is the platform on which we build for clients, and the one they keep. Agents, rules, connections and records live in one place, inside your own cloud account, under your own keys.',
      ],
      points: ['Every action has an owner, a limit and a record', 'Any agent can be stopped by name, at once'],
      drawing: truss,
      links: [],
    },
  },
  {
    name: 'the night band, with button and links',
    section: {
      type: 'statement',
      ground: 'night',
      heading: 'SpeedX Foundry, where new agents are cast.',
      lead: 'Bring one process and the people who know it.',
      paragraphs: ['What is made there belongs to you and runs on your platform.'],
      points: ['A fixed team, a fixed price and a date'],
      drawing: truss,
      button: { label: 'Accelerate your Agentic AI journey', to: '#contact' },
      links: [{ label: 'See the SpeedX Products', to: '/speedx-products' }],
    },
  },
  {
    name: 'the quiet band, with plate, partner and lock',
    section: {
      type: 'statement',
      ground: 'sunk',
      heading: 'An arch gets stronger under load.',
      paragraphs: ['We deliver cybersecurity with a strategic partner. One contract, one runbook, one number to call.'],
      points: [],
      partner: {
        label: 'In partnership with',
        logo: mark('wardenry', 'Wardenry', 189),
        lock: true,
      },
      image: {
        file: { src: '/media/plates/arch.svg', width: 800, height: 500 },
        alt: 'Line drawing: a masonry arch, its keystone in orange',
      },
      links: [],
    },
  },
  {
    name: 'the longest words, heading only',
    section: {
      type: 'statement',
      ground: 'paper',
      heading: 'Kraftfahrzeughaftpflichtversicherungsbedingungen und Grundstücksverkehrsgenehmigungszuständigkeit',
      paragraphs: [],
      points: [],
      links: [],
    },
  },
];
