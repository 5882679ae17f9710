import { applicationFormFields } from '../../shared/forms/application-form.ts';
import { enhanceForm } from '../../ui/form/enhance-form.ts';
import type { WakeIsland } from '../../ui/island/wake-islands.ts';
import { findUnreadableFile } from './find-unreadable-file.ts';

export const wake: WakeIsland = (element) => {
  const form = element.querySelector('form');
  if (form) enhanceForm(form, applicationFormFields, findUnreadableFile);
};

// A file field shows that a file may be dropped on it; beside it, a browser would open the file in place of the page.
for (const type of ['dragover', 'dragleave', 'drop'] as const) {
  addEventListener(type, (event) => {
    const { dataTransfer, target } = event;
    if (!dataTransfer?.types.includes('Files')) return;
    const field = target as HTMLInputElement;
    if (field.type === 'file') {
      field.toggleAttribute('data-drop', type === 'dragover');
    } else {
      event.preventDefault();
      dataTransfer.dropEffect = 'none';
    }
  });
}
