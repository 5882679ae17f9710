// Called by the editor, corrected by `commands/build-editor.ts`: by itself it loses what authors type while it saves.

/** Keeps the author from typing while an entry is being saved, which would not be saved. @returns allows it again */
export function holdFields(): () => void {
  const editor = document.querySelector<HTMLElement>('.content-editor');
  const hold = (isHeld: boolean) => {
    if (editor) Object.assign(editor, { inert: isHeld, ariaBusy: String(isHeld) });
  };
  hold(true);
  return () => hold(false);
}
