import type { IncomingMessage } from 'node:http';

/**
 * Gives a request whose target is a whole address, as programs send it that take the service for a proxy, the form of others: the host in
 * the target counts in place of the Host header (RFC 9112, 3.2.2).
 */
export function toOriginForm(message: IncomingMessage): void {
  const [, host, target = ''] = /^https?:\/\/([^/?]*)(.*)$/is.exec(message.url ?? '') ?? [];
  if (host === undefined) return;
  message.headers.host = host;
  message.url = target.startsWith('/') ? target : `/${target}`;
}
