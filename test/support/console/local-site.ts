import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openIdentityDatabase } from '../../../local/identity/identity-database.ts';
import { Users } from '../../../local/identity/users.ts';
import { openLocalConsole } from '../../../local/site/local-console.ts';
import type { ConsoleFiles } from '../../../local/site/site.ts';
import { systemRuntime } from '../../../shared/kernel/runtime/runtime.ts';

interface LocalSiteOptions {
  port?: number;
  files?: ConsoleFiles;
  arrivalMs?: number;
}

const NO_FILES: ConsoleFiles = {
  answerPage: async (_, response) => void response.writeHead(204).end(),
  answerFile: async () => false,
};

/** What the local service answers besides its API, alone and without stores. */
export async function startLocalSite(
  dataDir: string,
  { port = 0, files = NO_FILES, arrivalMs }: LocalSiteOptions = {},
) {
  const failures: unknown[] = [];
  const linked: { issuer: string; subject: string }[] = [];
  const signedOut = new Map<string, number>();
  const database = openIdentityDatabase(dataDir);
  // Attempts that wait would only make the tests slow.
  const runtime = { ...systemRuntime, now: () => Date.now(), sleep: async () => undefined };
  const local = await openLocalConsole({
    dataDir,
    files,
    arrivalMs,
    runtime,
    linkToDemoAccount: async (issuer, subject) => void linked.push({ issuer, subject }),
    signedOutAt: async (_, subject) => signedOut.get(subject) ?? null,
    onError: (error) => failures.push(error),
  });
  const server = createServer((message, response) => {
    site(message, response).then(
      (answered) => answered || response.writeHead(404).end(),
      (error: unknown) => {
        // A client that is gone is no failure, to the gateway neither.
        if (!response.destroyed) failures.push(error);
        response.writeHead(500).end();
      },
    );
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = local.site(origin);
  return {
    origin,
    local,
    linked,
    signedOut,
    failures,
    users: new Users(database, runtime),
    demo: local.demo ?? { name: '', password: '' },
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
      await local.close();
      database.close();
    },
  };
}
