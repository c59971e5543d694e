const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether a request was addressed to this machine. A page on the internet can make its own name resolve to 127.0.0.1
 * (DNS rebinding); browsers then take this service for that page's origin, but still send its name.
 */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host.toLowerCase().replace(/:\d*$/, ''));
}

/** What to do about a request that was addressed to another machine, or to this one by another name. */
export function calledByAnotherName(url: string): string {
  const { host, port } = new URL(url);
  return (
    `The Host header names another server. This service answers only as ${url} or http://localhost:${port}: call it there, from ` +
    `another machine through a forwarded port (ssh -L ${port}:${host} …), or let your proxy send "Host: ${host}".`
  );
}
