import { hydrateComponent } from '../../../../ui/island/hydrate-component.tsx';
import { RotatingWord } from './RotatingWord.tsx';

export const wake = hydrateComponent(RotatingWord);
