import { getMetadata } from '../shared/contract/routes/metadata.ts';
import type { MetadataDocument } from './answers.ts';
import type { Client } from './client.ts';
import type { Answer } from './read-answer.ts';

/** Which version, the newest by default, and what ends the call. */
export interface PartOptions {
  version?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Some members of a video's metadata document, without the rest of it.
 * @throws as `Client.call`
 */
export async function readSections<Name extends string>(
  client: Client,
  id: string,
  names: readonly Name[],
  { version, ...options }: PartOptions = {},
): Promise<Answer<Pick<MetadataDocument, Name | 'schemaVersion'>>> {
  const query = { sections: names.join(), ...(version !== undefined && { version }) };
  return client.exchange(getMetadata, { params: { id }, query, ...options });
}

/**
 * The value at a path of a video's metadata document.
 * @param path names of members, and ids of list entries
 * @throws ApiFailure `PATH_NOT_FOUND`; as `Client.call`
 */
export async function readAt(
  client: Client,
  id: string,
  path: readonly string[],
  { version, ...options }: PartOptions = {},
): Promise<Answer<unknown>> {
  const pointer = path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const query = { path: pointer, ...(version !== undefined && { version }) };
  return client.exchange(getMetadata, { params: { id }, query, ...options });
}
