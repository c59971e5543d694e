import { type Client, createClient } from '../../client/client.ts';
import { BASE_PATHS } from '../../shared/contract/audience.ts';
import type { Rehearsed } from './rehearsed.ts';

/** The console as a person uses it who has signed in. */
export const consoleClient = async (
  { deployment, tokenFor }: Pick<Rehearsed, 'deployment' | 'tokenFor'>,
  subject: string,
  options: { fetch?: typeof fetch } = {},
): Promise<Client> => {
  const token = await tokenFor(subject);
  return createClient({
    apiUrl: deployment.apiUrl,
    basePath: BASE_PATHS.console,
    authorization: () => `Bearer ${token}`,
    ...options,
  });
};
