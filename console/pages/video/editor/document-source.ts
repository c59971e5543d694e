import type { Client } from '../../../../client/client.ts';
import { versionOf } from '../../../../client/read-answer.ts';
import { getMetadata, patchMetadata } from '../../../../shared/contract/routes/metadata.ts';
import type { DocumentBytes } from './documents/parse-document.ts';
import type { DocumentPatch } from './merge/document-patch.ts';

interface VersionBytes {
  readonly version: number;
  readonly bytes: DocumentBytes;
}

/** The document of a video, as the service has it. */
export interface DocumentSource {
  /** @param version the newest if it is left out. @throws ApiFailure, ConnectionFailure */
  read(version?: number): Promise<VersionBytes>;
  /**
   * @param base the newest version, of which the patch makes the next
   * @throws ApiFailure `VERSION_CONFLICT`: it is not the newest; ConnectionFailure
   */
  patch(patch: DocumentPatch, base: number): Promise<number>;
}

export const documentSource = (client: Client, videoId: string): DocumentSource => ({
  async read(version) {
    const query = version === undefined ? {} : { version };
    const response = await client.fetch(getMetadata, { params: { id: videoId }, query });
    const read = versionOf(response.headers.get('etag'));
    if (read === null) throw new TypeError('The response does not name the version');
    return { version: read, bytes: await response.arrayBuffer() };
  },
  async patch({ mediaType, body }, base) {
    const response = await client.fetch(patchMetadata, {
      params: { id: videoId },
      headers: { 'Content-Type': mediaType, 'If-Match': `"${base}"` },
      body: () => body,
    });
    const { version } = (await response.json()) as { version: number };
    return version;
  },
});
