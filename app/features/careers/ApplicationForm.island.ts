import { hydrateComponent } from '../../ui/island/hydrate-component.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';

export const wake = hydrateComponent(ApplicationForm);

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
