import { createIsland } from '../../ui/island/create-island.tsx';
import { ContactForm } from './ContactForm.tsx';

/** The contact form, hydrated when it approaches the viewport. */
export const ContactFormIsland = createIsland('contact-form', ContactForm, { wake: 'near' });
