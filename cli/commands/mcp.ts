import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { createClient } from '../../client/client.ts';
import { whoami } from '../../shared/contract/routes/account.ts';
import { value } from '../arguments.ts';
import { type Context, defineCommand } from '../command.ts';
import { serveHttp } from '../mcp/serve-http.ts';
import { createMcpServer } from '../mcp/server.ts';
import { projectVersion } from '../project-version.ts';
import { withAddress, withApi } from '../service.ts';
import { integer } from '../values.ts';

/** Agents start the command in folders of their own, where `npx vms` might be another package. */
const LAUNCHER = fileURLToPath(new URL('../vms.js', import.meta.url));

export const mcp = defineCommand({
  description:
    'Lets agents find videos and objects, look at frames, read and change documents, and start jobs. Speaks the protocol on\n' +
    'standard input and output, with the key in VMS_API_KEY or that of the local service: an agent sees the tools that the\n' +
    'key has the scopes for. With --http each request brings a key of its own: "Authorization: Bearer KEY". No tool deletes\n' +
    'a video or shows a key. Example, for an agent that reads such a file; without env, of the local service:\n\n' +
    `  {"mcpServers": {"videos": {"command": "node", "args": ["${LAUNCHER}", "mcp"],\n` +
    '    "env": {"VMS_API_URL": "https://…", "VMS_API_KEY": "vms_sk_…"}}}}',
  options: {
    http: value(
      'PORT',
      'Serve by streamable HTTP, on this machine alone; 0 picks a free port',
      integer(0, 65535),
    ),
  },
  async run(context, { options: { http } }) {
    const version = await projectVersion();
    if (http === undefined) await overStdio(context, version);
    else await overHttp(context, version, http);
    return null;
  },
});

const newMark = (): string => crypto.randomUUID();

/** Tells when it has ended: the other side has closed the pipe, or has sent what is no message. */
class ClosingTransport extends StdioServerTransport {
  readonly #ended = Promise.withResolvers<void>();
  readonly closed = this.#ended.promise;

  override async close(): Promise<void> {
    await super.close();
    this.#ended.resolve();
  }
}

async function overStdio(context: Context, version: string): Promise<void> {
  const { signal, terminal } = context;
  await withApi(context, async ({ client }) => {
    // Before the first message: a key that is refused ends the command with a reason.
    const { scopes } = await client.call(whoami, { signal });
    const transport = new ClosingTransport();
    const ended = Promise.race([transport.closed, once(signal, 'abort')]);
    const connection = serveStdio(() => createMcpServer({ client, scopes, version, newMark }), {
      transport,
      onerror: (error) => terminal.note(error.message),
    });
    if (!signal.aborted) await ended;
    await connection.close();
  });
}

async function overHttp(context: Context, version: string, port: number): Promise<void> {
  const { terminal, json, signal } = context;
  await withAddress(context, async (apiUrl) => {
    await using server = await serveHttp({
      port,
      clientOf: (apiKey) => createClient({ apiUrl, apiKey }),
      serverFor: (client, scopes) => createMcpServer({ client, scopes, version, newMark }),
      onError: (error) => terminal.note(error instanceof Error ? error.message : String(error)),
    });
    terminal.print(json ? JSON.stringify({ url: server.url }) : `${server.url}  Ctrl-C ends it.`);
    if (!signal.aborted) await once(signal, 'abort');
  });
}
