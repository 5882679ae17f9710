import { createIsland } from '../island/create-island.tsx';
import { SliderHero } from './SliderHero.tsx';

/** The hero, hydrated when the page is idle: its loop moves by itself. */
export const SliderHeroIsland = createIsland('slider-hero', SliderHero, { wake: 'idle' });
