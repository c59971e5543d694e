const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * Whether a request was addressed to this machine. A page on the internet can make its own name resolve to 127.0.0.1
 * (DNS rebinding); browsers then take this service for that page's origin, but still send its name.
 */
export function isLoopback(host: string): boolean {
  return LOOPBACK.has(host.toLowerCase().replace(/:\d*$/, ''));
}
