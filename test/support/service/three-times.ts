import { beforeNext } from '../faults/before-next.ts';
import { fail, on } from '../faults/moments.ts';

/** Sends every POST under a key: once so that it breaks off, once so that it goes through, and once again. */
export const threeTimes: typeof fetch = async (url, init) => {
  if (init?.method !== 'POST') return fetch(url, init);
  let state: 'before' | 'claimed' | 'over' = 'before';
  beforeNext((call) => {
    if (state === 'claimed') return true;
    if (state === 'before' && on('PutItem', 'idempotency')(call)) state = 'claimed';
    return false;
  }, fail);
  await fetch(url, init);
  state = 'over';
  const answer = await fetch(url, init);
  await fetch(url, init);
  return answer;
};
