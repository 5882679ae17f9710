import type { FieldErrors } from '../../shared/forms/form.ts';
import { resumeMessages } from '../../shared/forms/resume-field.ts';

/** Finds a file that cannot be sent, since it was saved again, moved or deleted after it was selected, and empties its field. */
export async function findUnreadableFile(form: HTMLFormElement): Promise<FieldErrors> {
  const field = form.querySelector<HTMLInputElement>('[type="file"]');
  try {
    await field?.files?.[0]?.slice(0, 1).arrayBuffer();
    return {};
  } catch {
    if (!field) return {};
    field.value = '';
    return { [field.name]: resumeMessages.unreadable };
  }
}
