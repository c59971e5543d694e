import type { Session } from './session.ts';

/**
 * `fetch` for requests with the session's token. One that is refused with 401 is sent again with a new token; if this is
 * refused, too, the session counts as ended.
 */
export function authorizedFetch(session: Session, fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init);
    if (response.status !== 401) return response;
    const headers = new Headers(init?.headers);
    await session.renew(headers.get('Authorization') ?? '');
    headers.set('Authorization', await session.authorization());
    const again = await fetch(input, { ...init, headers });
    if (again.status === 401) session.expire();
    return again;
  };
}
