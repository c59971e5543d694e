import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface FakeCloudFormation extends AsyncDisposable {
  readonly url: string;
  /** The session tokens that came with the calls. */
  readonly tokens: string[];
  /** Answers the next call with this error. */
  failNext(code: string, message: string): void;
}

/** An endpoint of CloudFormation that describes stacks, given the outputs of each. */
export async function fakeCloudFormation(
  stacks: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<FakeCloudFormation> {
  const tokens: string[] = [];
  let failure: { code: string; message: string } | null = null;

  const server = createServer(async (request, response) => {
    tokens.push(String(request.headers['x-amz-security-token']));
    const name = new URLSearchParams(await text(request)).get('StackName') ?? '';
    const outputs = stacks[name];
    const error =
      failure ??
      (outputs === undefined
        ? { code: 'ValidationError', message: `Stack with id ${name} does not exist` }
        : null);
    failure = null;
    response.writeHead(error === null ? 200 : 400, { 'Content-Type': 'text/xml' });
    response.end(error === null ? described(name, outputs ?? {}) : refused(error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokens,
    failNext(code, message) {
      failure = { code, message };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

const described = (name: string, outputs: Readonly<Record<string, string>>): string => {
  const members = Object.entries(outputs).map(([key, value]) =>
    element('member', element('OutputKey', key) + element('OutputValue', value.replaceAll('&', '&amp;'))),
  );
  const stack =
    element('StackName', name) +
    element('StackStatus', 'CREATE_COMPLETE') +
    element('CreationTime', '2026-01-01T00:00:00.000Z') +
    element('Outputs', members.join(''));
  const result = element('DescribeStacksResult', element('Stacks', element('member', stack)));
  return element('DescribeStacksResponse', result);
};

const refused = ({ code, message }: { code: string; message: string }): string =>
  element(
    'ErrorResponse',
    element('Error', element('Type', 'Sender') + element('Code', code) + element('Message', message)),
  );
