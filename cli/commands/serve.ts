import { once } from 'node:events';
import { readRunFile } from '../../local/data-folder/run-file.ts';
import type { RunningService } from '../../local/service.ts';
import { examineConfinement, type Reach } from '../../shared/media/decode/examine-confinement.ts';
import { flag, value } from '../arguments.ts';
import { type Context, defineCommand } from '../command.ts';
import { CommandFailure, UsageError } from '../failures.ts';
import { shownPath } from '../format.ts';
import { isInUse, startEmbedded, stopEmbedded } from '../service.ts';
import { standInNotice } from '../stand-in-notice.ts';
import { fields } from '../table.ts';
import { integer } from '../values.ts';

const DEFAULT_PORT = 8787;

export const serve = defineCommand({
  description:
    'Runs until Ctrl-C or SIGTERM. Signal the process itself, since npx does not pass signals on. With --json it prints one\n' +
    'line when it is ready: {"apiUrl", "consoleUrl", "apiKey", "pid"}.',
  options: {
    port: value('N', `Port of the API; 0 picks a free one (default: ${DEFAULT_PORT})`, integer(0, 65535)),
    'api-only': flag('Do not serve the web console'),
    dev: flag('Serve the console from its sources; pages show changes at once'),
  },
  async run(context, { options: { port = DEFAULT_PORT, 'api-only': apiOnly, dev } }) {
    const { dataDir, terminal, json, signal } = context;
    if (apiOnly && dev) throw new UsageError('Give --api-only or --dev, not both.');
    const running = await readRunFile(dataDir);
    if (running !== null) {
      throw folderInUse(dataDir, `a service runs there: ${running.apiUrl} (process ${running.pid})`);
    }
    const [service, decoder] = await Promise.all([
      start(context, { port, console: apiOnly ? null : dev ? 'sources' : 'built' }),
      json ? '' : decoderStatus(),
    ]);
    const { apiUrl, consoleUrl, apiKey } = service;
    if (json) {
      terminal.print(JSON.stringify({ apiUrl, consoleUrl, apiKey, pid: process.pid }));
    } else {
      terminal.heading('The service is ready.');
      terminal.print(welcome(service, decoder, context));
    }
    if (!signal.aborted) await once(signal, 'abort');
    await stopEmbedded(context, service);
    return null;
  },
});

async function start(
  context: Context,
  options: { port: number; console: 'built' | 'sources' | null },
): Promise<RunningService> {
  const { port } = options;
  try {
    return await startEmbedded(context, options);
  } catch (error) {
    if (isInUse(error)) throw folderInUse(context.dataDir, 'another process uses it');
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new CommandFailure(
        'PORT_IN_USE',
        `Port ${port} is in use. Choose another with --port; --port 0 picks a free one.`,
      );
    }
    if (code === 'EACCES' && port < 1024) {
      throw new CommandFailure('PORT_DENIED', `Port ${port} needs privileges. Choose one from 1024 up.`);
    }
    throw error;
  }
}

const folderInUse = (dataDir: string, why: string): CommandFailure =>
  new CommandFailure(
    'DATA_FOLDER_IN_USE',
    `${dataDir} cannot be used: ${why}. End it, or choose another folder with --data.`,
  );

const signInAs = (user: RunningService['demoUser']): string =>
  user === null ? 'as the users that "npx vms users list" shows' : `${user.name}, password ${user.password}`;

function welcome(
  { apiUrl, consoleUrl, demoUser, apiKey, model, clip }: RunningService,
  decoder: string,
  { dataDir, dataOption }: Context,
): string {
  const facts = fields([
    ...(consoleUrl === null
      ? []
      : ([
          ['Console', consoleUrl],
          ['Sign in', signInAs(demoUser)],
        ] as const)),
    ['API', apiUrl],
    ['Key', `${apiKey} (demo account)`],
    ['Data', shownPath(dataDir)],
    ['Decoder', decoder],
    ['Process', String(process.pid)],
    ['Model', model.fallback ? `${model.id} (built-in)` : model.id],
    ...(clip.id === null && clip.reason === null
      ? []
      : [['CLIP', clip.id ?? `not in use: ${clip.reason}`] as const]),
  ]);
  const standIn = standInNotice(model);
  return `
${facts.replaceAll(/^/gm, '  ')}${standIn && `\n\n${standIn}`}

Try it:
  curl -H 'Authorization: Bearer ${apiKey}' ${apiUrl}/api/videos
  npx vms upload VIDEO --process --wait${dataOption}

Ctrl-C ends it.`;
}

/** One line on what the decoder process can reach on this machine, found by trying. */
export async function decoderStatus(): Promise<string> {
  try {
    return describeReach(await examineConfinement());
  } catch (error) {
    return `cannot be started: ${error instanceof Error ? error.message : error}`;
  }
}

export const describeReach = (reach: readonly Reach[]): string =>
  reach.length === 0
    ? 'confined: reaches no file, no network, no other process'
    : `NOT confined on this machine: reaches ${reach.join(', ')} (docs/confinement.md)`;
