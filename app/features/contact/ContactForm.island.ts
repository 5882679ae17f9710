import { contactFormFields } from '../../shared/forms/contact-form.ts';
import { enhanceForm } from '../../ui/form/enhance-form.ts';
import type { WakeIsland } from '../../ui/island/wake-islands.ts';

export const wake: WakeIsland = (element) => {
  const form = element.querySelector('form');
  if (form) enhanceForm(form, contactFormFields);
};
