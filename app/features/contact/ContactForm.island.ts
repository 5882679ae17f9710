import { hydrateComponent } from '../../ui/island/hydrate-component.tsx';
import { ContactForm } from './ContactForm.tsx';

export const wake = hydrateComponent(ContactForm);
