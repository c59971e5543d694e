import { getMetadata } from '../shared/contract/routes/metadata.ts';
import type { CallOutput, Client } from './client.ts';
import type { Answer } from './read-answer.ts';

type Document = CallOutput<typeof getMetadata>;

/** Which version, the newest by default, and what ends the call. */
interface Options {
  version?: number;
  signal?: AbortSignal;
}

/**
 * Some members of a video's metadata document, without the rest of it.
 * @throws as `Client.call`
 */
export async function readSections<Name extends string>(
  client: Client,
  id: string,
  names: readonly Name[],
  { version, ...options }: Options = {},
): Promise<Answer<Pick<Document, Name | 'schemaVersion'>>> {
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
  { version, ...options }: Options = {},
): Promise<Answer<unknown>> {
  const pointer = path.map((step) => `/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  const query = { path: pointer, ...(version !== undefined && { version }) };
  return client.exchange(getMetadata, { params: { id }, query, ...options });
}
