import { hydrateComponent } from '../../ui/island/hydrate-component.tsx';
import { ContactForm } from './ContactForm.tsx';

/** Hydrates the form. */
export const wake = hydrateComponent(ContactForm);
