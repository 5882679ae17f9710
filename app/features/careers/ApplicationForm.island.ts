import { hydrateComponent } from '../../ui/island/hydrate-component.tsx';
import { ApplicationForm } from './ApplicationForm.tsx';

export const wake = hydrateComponent(ApplicationForm);

// A browser would open a file that is dropped beside its field in place of the page.
for (const type of ['dragover', 'drop'] as const) {
  addEventListener(type, (event) => {
    const { dataTransfer, target } = event;
    if (!dataTransfer?.types.includes('Files') || (target as HTMLInputElement).type === 'file') return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  });
}
