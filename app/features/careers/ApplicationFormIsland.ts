import { createIsland } from '../../ui/island/create-island.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';

/** The application form, hydrated when it approaches the viewport. */
export const ApplicationFormIsland = createIsland('application-form', ApplicationForm, { wake: 'near' });
