import { createIsland } from '../island/create-island.tsx';
import { PageHero } from './PageHero.tsx';

/** The hero, hydrated when the page is idle: its loop moves by itself. */
export const PageHeroIsland = createIsland('page-hero', PageHero, { wake: 'idle' });
