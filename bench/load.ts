import { Agent, request } from 'node:http';

/** A request that is sent repeatedly. */
export interface LoadRequest {
  readonly method: string;
  /** Path and query; connection `i` sends its own. */
  readonly target: (connection: number) => string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface LoadOptions {
  readonly connections: number;
  /** Milliseconds after which no further request is sent. */
  readonly durationMs: number;
}

/**
 * Requests a second that a server answers when every connection sends the next one as soon as it has the answer.
 * @throws Error for an answer other than 200
 */
export async function requestsPerSecond(
  apiUrl: string,
  load: LoadRequest,
  { connections, durationMs }: LoadOptions,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const start = performance.now();
  let answered = 0;
  const sendUntilOver = async (connection: number): Promise<void> => {
    const url = new URL(load.target(connection), apiUrl);
    while (performance.now() - start < durationMs) {
      await send(url, load, agent);
      answered++;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => sendUntilOver(connection)));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return answered / seconds;
}

function send(url: URL, { method, headers, body }: LoadRequest, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sending = request(url, { method, headers, agent }, (response) => {
      response.on('error', reject).on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${method} ${url.pathname} answered ${response.statusCode}`));
      });
      response.resume();
    });
    sending.on('error', reject).end(body);
  });
}
