import type { DocumentSource } from '../editor/document-source.ts';

/** Has the browser save a version of the document as a file, as the service sent it. */
export async function downloadVersion(source: DocumentSource, version: number, name: string): Promise<void> {
  const { bytes } = await source.read(version);
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/json' }));
  const link = Object.assign(document.createElement('a'), {
    href: address,
    download: `${name} (version ${version}).json`,
  });
  link.click();
  URL.revokeObjectURL(address);
}
