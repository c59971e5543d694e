/** The `fetch` of a client that loses its first answer to each POST and sends it again, with the same Idempotency-Key. */
export const sendsPostsTwice: typeof fetch = async (url, init) => {
  if (init?.method === 'POST') await fetch(url, init);
  return fetch(url, init);
};
