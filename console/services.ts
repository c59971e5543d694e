import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createContext, useContext, useSyncExternalStore } from 'react';
import { type Client, createClient } from '../client/client.ts';
import { isApiFailure } from '../client/failure.ts';
import type { ConsoleConfig } from '../shared/contract/console-config.ts';
import { VIDEO_KEY, VIDEOS_KEY } from './queries/video-keys.ts';
import { authorizedFetch } from './session/authorized-fetch.ts';
import { IdentityProvider } from './session/identity-provider.ts';
import { KnownPerson } from './session/known-person.ts';
import { announceSignOut } from './session/other-tabs.ts';
import { Session, type SessionState } from './session/session.ts';
import { keepAttempt } from './session/sign-in-attempt.ts';
import { isOf, UserStorage } from './session/user-storage.ts';
import { RateLimit } from './shell/rate-limit.ts';
import { ServiceTrouble } from './shell/service-trouble.ts';
import { createUploads } from './uploads/create-uploads.ts';
import type { Uploads } from './uploads/uploads.ts';

/** What the pages work with. There is one of each in a tab. */
export interface Services {
  config: ConsoleConfig;
  provider: IdentityProvider;
  person: KnownPerson;
  session: Session;
  /** The console's API; its calls carry the session's token. */
  client: Client;
  queries: QueryClient;
  uploads: Uploads;
  rateLimit: RateLimit;
  trouble: ServiceTrouble;
  /** Ids of videos that are known to be deleted: this tab keeps nothing of them any more. */
  deleted: Set<string>;
}

export function createServices(config: ConsoleConfig): Services {
  const { origin } = window.location;
  const provider = new IdentityProvider(config, origin);
  const person = new KnownPerson(localStorage, config.installation, provider.sharesHost);
  const session = new Session(provider, person, Date.now);
  const rateLimit = new RateLimit(Date.now);
  const trouble = new ServiceTrouble(Date.now);
  const watched = trouble.watch(rateLimit.watch((input, init) => fetch(input, init)));
  const client = createClient({
    apiUrl: origin,
    basePath: config.api,
    authorization: () => session.authorization(),
    fetch: authorizedFetch(session, watched),
    wait: trouble.wait,
  });
  const queries = createQueryClient();
  const uploads = createUploads(client, () => void queries.invalidateQueries({ queryKey: ['videos'] }));
  const deleted = new Set<string>();
  return { config, provider, person, session, client, queries, uploads, rateLimit, trouble, deleted };
}

const ServicesContext = createContext<Services | null>(null);

export const ServicesProvider = ServicesContext.Provider;

export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (services === null) throw new Error('There is no ServicesProvider around this component');
  return services;
}

export function useSession(): SessionState {
  const { session } = useServices();
  return useSyncExternalStore(
    (listener) => session.subscribe(listener),
    () => session.state,
  );
}

/**
 * Leaves for the provider, which comes back to `/callback` and from there to this address.
 * @param withPassword whether a session that the provider has does not do
 */
export async function leaveToSignIn(
  { provider, person }: Services,
  returnTo: string,
  withPassword = person.isMissing,
): Promise<void> {
  const { address, attempt } = await provider.begin(returnTo, withPassword);
  keepAttempt(sessionStorage, attempt);
  window.location.assign(address);
}

/** What this browser keeps for the person who has signed in. */
export function userStorage({ config, session, deleted }: Services): UserStorage {
  const { identity } = session.state;
  if (identity === null) throw new Error('Nobody has signed in');
  const isWritten = (name: string) =>
    session.state.identity?.subject === identity.subject &&
    ![...deleted].some((videoId) => isOf(name, videoId));
  return new UserStorage(localStorage, config.installation, identity, isWritten);
}

/** Removes what this browser keeps of a video that is deleted. Its page, which may still be open, keeps nothing more of it. */
export function forgetVideo(services: Services, videoId: string): void {
  services.deleted.add(videoId);
  if (services.session.state.identity !== null) userStorage(services).removeOf(videoId);
}

/** Ends the session in this tab alone, and removes what this browser kept for the person. */
export function endSession(services: Services): void {
  const { session, person, queries, uploads } = services;
  uploads.stop();
  const { identity } = session.state;
  const storage = identity && userStorage(services);
  // First, since nothing is written from then on.
  session.signOut();
  storage?.clear();
  if (identity !== null) person.forget(identity);
  queries.clear();
}

/** Ends the session here, in the other tabs and at the provider. */
export async function signOut(services: Services): Promise<void> {
  const { session, provider, uploads } = services;
  const { identity } = session.state;
  const { address, form } = provider.signOutRequest(session.idToken);
  uploads.stop();
  await session.revoke();
  endSession(services);
  if (identity !== null) announceSignOut(identity);
  if (form === null) window.location.assign(address);
  else submitForm(address, form);
}

/** What was read of the service. Whichever call reports a video as deleted, the pages that show it read it again. */
function createQueryClient(): QueryClient {
  const onError = (failure: unknown) => {
    if (!isApiFailure(failure, 'VIDEO_NOT_FOUND')) return;
    // One that has failed knows already.
    const isUnknown = ({ state }: { state: { error: unknown } }) => state.error === null;
    void queries.invalidateQueries({ queryKey: VIDEO_KEY, predicate: isUnknown });
    void queries.invalidateQueries({ queryKey: VIDEOS_KEY });
  };
  const queries = new QueryClient({
    // The client repeats what may be repeated.
    defaultOptions: { queries: { retry: false, staleTime: 10_000 } },
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  });
  return queries;
}

/** Leaves for an address as a form does that is sent to it. */
function submitForm(address: URL, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = address.href;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    Object.assign(input, { name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
