import type { Environment } from '../../../shared/kernel/runtime/environment.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';
import { openAll } from '../../../shared/kernel/runtime/store-factories.ts';
import { linkIdentity } from '../../../shared/service/identity/link-identity.ts';
import { revokeAccountKey } from '../../../shared/service/keys/account-keys.ts';
import { OPERATOR_STORES } from '../../../shared/service/operator-stores.ts';
import type { TestIssuer } from '../../support/identity/test-issuer.ts';
import { createKey } from '../../support/service/create-key.ts';
import type { TestService } from '../../support/service/test-service.ts';
import type { RawAnswer } from './exchange.ts';
import type { GeneratedRequest } from './request.ts';
import { ACCOUNT, createVideos, OTHER_ACCOUNT } from './videos.ts';
import type { KeyId, TokenName } from './vocabulary.ts';
import type { World } from './world.ts';

/** Requests of one person; far fewer than 1,200 in a minute, and than what a token's 15 minutes hold. */
const REQUESTS_PER_PERSON = 300;
/** Keys that were made and work; an account may have a hundred. */
const WORKING_KEYS = 20;

/** The path of a request to the console's own endpoint of this name, without what spoils it. */
const isTo = ({ method, target }: GeneratedRequest, wanted: string, pattern: RegExp): boolean =>
  method === wanted && pattern.test(target.split('?', 1)[0] ?? '');

/** That of people in the console: in the account of the videos, in another one, and in none yet. */
export async function createConsoleWorld(service: TestService, issuer: TestIssuer): Promise<World> {
  const videos = await createVideos(service);
  const environment: Environment = { variables: service.variables, runtime: systemRuntime };
  const stores = openAll(OPERATOR_STORES, environment);
  const { accountId } = await stores.accounts.byHandle(ACCOUNT);
  const { secret: apiKey } = await createKey(service, { account: ACCOUNT });
  const foreign = await createKey(service, { account: OTHER_ACCOUNT });
  const keys: Record<KeyId, string> = { madeKey: foreign.keyId, foreignKey: foreign.keyId };
  const secrets: string[] = [apiKey, foreign.secret];
  /** Secrets of the keys that were made and work, by id, oldest first. */
  const working = new Map<string, string>();
  let people = 0;
  let uses = 0;

  const personIn = async (account: string, name: string): Promise<string> => {
    const { accountId: linked } = await stores.accounts.byHandle(account);
    await linkIdentity(stores, { issuer: issuer.issuer, subject: name, accountId: linked });
    return name;
  };
  const newPeople = async (): Promise<Record<TokenName, string>> => {
    const number = ++people;
    const owner = await personIn(ACCOUNT, `owner-${number}`);
    const stranger = await personIn(OTHER_ACCOUNT, `stranger-${number}`);
    const disabled = await personIn(ACCOUNT, `disabled-${number}`);
    await stores.identities.disable({ issuer: issuer.issuer, subject: disabled });
    const now = Math.floor(Date.now() / 1000);
    const tokens = {
      owner: await issuer.token(owner),
      stranger: await issuer.token(stranger),
      newcomer: await issuer.token(`newcomer-${number}`),
      disabled: await issuer.token(disabled, { at: Date.now() + 1000 }),
      expired: await issuer.token(owner, { claims: { iat: now - 1000, exp: now - 100 } }),
      early: await issuer.token(owner, { claims: { nbf: now + 3600 } }),
      idToken: await issuer.token(owner, { claims: { token_use: 'id' } }),
      otherClient: await issuer.token(owner, { claims: { client_id: 'other' } }),
      foreign: await issuer.token(owner, { foreign: true }),
      apiKey,
    };
    secrets.push(...Object.values(tokens));
    return tokens;
  };
  let tokens = await newPeople();

  /** What a credential is answered. */
  const statusOf = async (target: string, credential: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${credential}` };
    return (await fetch(service.apiUrl + target, { headers })).status;
  };
  const expectStatus = async (wanted: number, target: string, credential: string): Promise<void> => {
    const status = await statusOf(target, credential);
    if (status !== wanted) throw new Error(`${target} answers ${status} afterwards, not ${wanted}`);
  };

  const noteMade = async ({ body }: RawAnswer): Promise<void> => {
    const made = JSON.parse(body) as { key: { id: string }; secret: string };
    // The stranger makes keys, too.
    const isOwn = (await stores.keys.entries(accountId)).some(({ keyId }) => keyId === made.key.id);
    secrets.push(made.secret);
    await expectStatus(200, '/api/v1/whoami', made.secret);
    if (!isOwn) return;
    keys.madeKey = made.key.id;
    working.set(made.key.id, made.secret);
    for (const [id] of [...working].slice(0, -WORKING_KEYS)) {
      await revokeAccountKey(stores, accountId, id);
      working.delete(id);
    }
  };

  const noteRevoked = async ({ body }: RawAnswer): Promise<void> => {
    const { id } = (JSON.parse(body) as { key: { id: string } }).key;
    const secret = working.get(id);
    working.delete(id);
    if (secret !== undefined) await expectStatus(401, '/api/v1/whoami', secret);
  };

  return {
    secrets,
    resolve: (request) => videos.fill(request, { ...keys, ...tokens }),
    async follow(request, answer) {
      await videos.follow(request, answer);
      if (answer.status === 201 && isTo(request, 'POST', /^\/console\/api\/keys$/)) await noteMade(answer);
      if (answer.status === 200 && isTo(request, 'POST', /^\/console\/api\/keys\/[^/]+\/revoke$/))
        await noteRevoked(answer);
      const isOut = answer.status === 200 && isTo(request, 'POST', /^\/console\/api\/sign-out-everywhere$/);
      const used = request.headers.map(([, value]) => /\$(owner|stranger|newcomer)\$/.exec(value)?.[1]);
      const [caller] = used.filter((name) => name !== undefined) as TokenName[];
      if (isOut && caller !== undefined) await expectStatus(401, '/console/api/account', tokens[caller]);
      if (isOut || ++uses % REQUESTS_PER_PERSON === 0) tokens = await newPeople();
    },
  };
}
