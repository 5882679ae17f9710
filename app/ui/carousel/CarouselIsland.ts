import { createIsland } from '../island/create-island.tsx';
import { Carousel } from './Carousel.tsx';

/** A carousel, hydrated when it comes near and where its slides move; they stay HTML. */
export const CarouselIsland = createIsland('carousel', Carousel, {
  wake: 'near',
  media: ({ movesWhen }) => movesWhen,
});
