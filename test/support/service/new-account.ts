import { type Api, apiOf } from './api.ts';
import { createKey } from './create-key.ts';
import type { Workbench } from './workbench.ts';

/** The API as an account sees it that has nothing yet. */
export async function newAccount({
  environment,
  apiUrl,
}: Pick<Workbench, 'environment' | 'apiUrl'>): Promise<Api> {
  const account = `account-${crypto.randomUUID()}`;
  const { secret } = await createKey(environment, { account, tier: 'pro' });
  return apiOf({ apiUrl, apiKey: secret });
}
