import { hydrateComponent } from '../island/hydrate-component.tsx';
import { Carousel } from './Carousel.tsx';

/** Hydrates the carousel. */
export const wake = hydrateComponent(Carousel);
