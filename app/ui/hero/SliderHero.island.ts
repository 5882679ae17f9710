import { hydrateComponent } from '../island/hydrate-component.tsx';
import { SliderHero } from './SliderHero.tsx';

export const wake = hydrateComponent(SliderHero);
