import { hydrateComponent } from '../island/hydrate-component.tsx';
import { PageHero } from './PageHero.tsx';

export const wake = hydrateComponent(PageHero);
