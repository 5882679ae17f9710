import type { IslandScripts } from './ui/island/wake-islands.ts';

/** The script of each island, by the name that the page calls it by. Each is fetched when the first island of its name wakes. */
export const islandScripts: IslandScripts = new Map([
  ['analytics', () => import('./features/analytics/analytics.island.ts').then(({ wake }) => wake)],
  ['application-form', () => import('./features/careers/ApplicationForm.island.ts').then(({ wake }) => wake)],
  ['article-listing', () => import('./features/articles/listing/listing.island.ts').then(({ wake }) => wake)],
  ['carousel', () => import('./ui/carousel/Carousel.island.ts').then(({ wake }) => wake)],
  ['contact-form', () => import('./features/contact/ContactForm.island.ts').then(({ wake }) => wake)],
  ['copy-link', () => import('./features/articles/article/copy-link.island.ts').then(({ wake }) => wake)],
  ['legal-tabs', () => import('./features/legal/legal-tabs.island.ts').then(({ wake }) => wake)],
  ['page-hero', () => import('./ui/hero/page-hero.island.ts').then(({ wake }) => wake)],
  ['position-list', () => import('./features/careers/position-list.island.ts').then(({ wake }) => wake)],
  ['rotating-word', () => import('./features/pages/sections/intro/rotating-word.island.ts').then(({ wake }) => wake)],
  ['slider-hero', () => import('./ui/hero/SliderHero.island.ts').then(({ wake }) => wake)],
]);
