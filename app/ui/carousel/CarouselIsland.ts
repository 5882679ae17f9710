import { createIsland } from '../island/create-island.tsx';
import { Carousel } from './Carousel.tsx';

/** A carousel, hydrated when it comes near the view, if its slides move. The slides themselves are not hydrated. */
export const CarouselIsland = createIsland('carousel', Carousel, {
  wake: 'near',
  media: ({ movesWhen }) => movesWhen,
});
