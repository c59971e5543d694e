import { CONTAINERS, VIDEO_EXTENSIONS } from '../../shared/contract/video-formats.ts';

/** What the file dialog offers first; the service looks at the bytes. */
const VIDEO_TYPES = [
  ...Object.values(CONTAINERS),
  ...VIDEO_EXTENSIONS.map((extension) => `.${extension}`),
].join();

/** Has the person choose files. Must be called on a click or key. @returns none where the dialog is closed without a choice */
export function chooseFiles({ multiple }: { multiple: boolean }): Promise<File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = VIDEO_TYPES;
  input.multiple = multiple;
  return new Promise((resolve) => {
    input.onchange = () => resolve([...(input.files ?? [])]);
    input.oncancel = () => resolve([]);
    input.click();
  });
}
