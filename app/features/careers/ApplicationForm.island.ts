import { hydrateComponent } from '../../ui/island/hydrate-component.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';

export const wake = hydrateComponent(ApplicationForm);
