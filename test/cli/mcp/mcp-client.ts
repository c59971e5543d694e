import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** An agent, by the protocol's own client. */
export interface Agent extends AsyncDisposable {
  readonly client: Client;
  /** Calls a tool. @throws Error with the text of an answer that is an error */
  call(name: string, args?: Record<string, unknown>): Promise<{ data: Json; pictures: Uint8Array[] }>;
  /** Calls a tool that refuses. @returns its error */
  refusal(name: string, args?: Record<string, unknown>): Promise<string>;
}

// biome-ignore lint/suspicious/noExplicitAny: what tests read of answers.
type Json = any;

const agentOver = async (transport: Parameters<Client['connect']>[0]): Promise<Agent> => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(transport);
  const content = async (name: string, args: Record<string, unknown>) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    const text = content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n');
    const pictures = content.flatMap((part) =>
      part.type === 'image' ? new Uint8Array(Buffer.from(part.data, 'base64')) : [],
    );
    return { text, pictures, isError };
  };
  return {
    client,
    async call(name, args = {}) {
      const { text, pictures, isError } = await content(name, args);
      const [, json = ''] = /^<data [^>]+>\n(.*)\n<\/data [^>]+>$/m.exec(text) ?? [];
      if (isError || json === '') throw new Error(`${name}: ${text}`);
      return { data: JSON.parse(json), pictures };
    },
    async refusal(name, args = {}) {
      const { text, isError } = await content(name, args);
      if (!isError) throw new Error(`${name} does not refuse: ${text}`);
      return text;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
};

export const httpAgent = (url: string, apiKey: string): Promise<Agent> =>
  agentOver(
    new StreamableHTTPClientTransport(new URL(url), {
      requestInit: { headers: { Authorization: `Bearer ${apiKey}` } },
    }),
  );

export const stdioAgent = (
  command: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<Agent> => agentOver(new StdioClientTransport({ command, args: [...args], env, stderr: 'ignore' }));
