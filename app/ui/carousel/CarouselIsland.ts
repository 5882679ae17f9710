import { createIsland } from '../island/create-island.tsx';
import { Carousel } from './Carousel.tsx';

/** A carousel, hydrated when it comes near; its slides stay HTML. */
export const CarouselIsland = createIsland('carousel', Carousel, { wake: 'near' });
