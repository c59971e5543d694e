import { request } from 'node:http';
import { httpServer } from '../../client/http-server.ts';

/** A gateway that serves a service below a path prefix and nothing else, as API Gateway does below its stage. */
export const mountedAt = (prefix: string, serviceUrl: string) =>
  httpServer((incoming, outgoing) => {
    const { url = '', method, headers } = incoming;
    if (!url.startsWith(`${prefix}/`)) {
      outgoing.writeHead(403, { 'Content-Type': 'application/json' }).end('{"message":"Forbidden"}');
      return;
    }
    const onward = request(serviceUrl + url.slice(prefix.length), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
