import { hydrateComponent } from '../island/hydrate-component.tsx';
import { Carousel } from './Carousel.tsx';

export const wake = hydrateComponent(Carousel);
