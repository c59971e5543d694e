import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { Step } from '../../../rehearsal/flow/step.ts';
import { tracedUpload } from '../../../rehearsal/flow/steps/traced-upload.ts';
import { heapLimits, type StartFunction } from '../../../rehearsal/runtime/function-process.ts';
import type { Outcome } from '../../../rehearsal/runtime/runtime-api.ts';
import { freePort } from '../references/command.ts';
import type { Rie } from './install-rie.ts';
import { killTree, peakMbOf } from './process-tree.ts';

/** Between the head of a streamed answer and its body. */
const DELIMITER = Buffer.alloc(8);
/** What the emulator answers for a function whose time is over. */
const TIMED_OUT = /^Task timed out after/;

const POLL_MS = 20;

/** Another root than this machine's. */
interface Inside {
  /** The start of a command that runs the rest of it there. */
  readonly enter: readonly string[];
  readonly node: string;
}

const started = new Set<number>();
process.once('exit', () => {
  for (const pid of started) killTree(pid);
});

/**
 * Steps that the emulator makes impossible, and why.
 * Source: `NoOpTracer` in its `internal/lambda/telemetry/tracer.go`
 */
export const NOT_EMULATED: ReadonlyMap<Step, string> = new Map([
  [tracedUpload, 'the emulator hands functions no trace header, whatever an invocation has'],
]);

/**
 * Runs functions by AWS's emulator: its Runtime API hands out the invocations, its limit of time ends them, and AWS's own client for
 * Node takes them. What a function streams arrives in one piece, since the emulator keeps it back.
 * @param inside the image in which they run, where that is not this machine
 */
export const emulatedFunctions =
  ({ emulator, client }: Rie, inside?: Inside): StartFunction =>
  async ({ name, taskRoot, handler, environment, memoryMb, timeoutMs }, log) => {
    const address = `127.0.0.1:${await freePort()}`;
    const [command = '', ...args] = [
      ...(inside?.enter ?? []),
      emulator,
      '--runtime-interface-emulator-address',
      address,
      '--runtime-api-address',
      `127.0.0.1:${await freePort()}`,
      inside?.node ?? process.execPath,
      client,
      handler,
    ];
    const child = spawn(command, args, {
      cwd: inside === undefined ? taskRoot : undefined,
      env: {
        ...environment,
        NODE_OPTIONS: heapLimits(memoryMb).join(' '),
        LAMBDA_TASK_ROOT: taskRoot,
        AWS_LAMBDA_FUNCTION_NAME: name,
        AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
        AWS_LAMBDA_FUNCTION_TIMEOUT: String(timeoutMs / 1000),
        AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { pid = 0 } = child;
    started.add(pid);
    let closing = false;
    let ended = false;
    const gone = once(child, 'exit').then(() => {
      ended = true;
      started.delete(pid);
    });
    child.stdout.on('data', (data: Buffer) => log(data.toString()));
    child.stderr.on('data', (data: Buffer) => log(data.toString()));
    await accepting(address, gone);
    let settled = Promise.resolve();

    const send = async (event: string): Promise<Outcome> => {
      const url = `http://${address}/2015-03-31/functions/function/invocations`;
      const answer = await fetch(url, { method: 'POST', body: event });
      return outcomeOf(Buffer.from(await answer.arrayBuffer()));
    };

    return {
      invoke(event) {
        const outcome = send(event).catch(async (error: unknown): Promise<Outcome> => {
          // The emulator outlives its functions, but not being closed.
          if (!closing) throw error;
          await gone;
          return { kind: 'error', errorType: 'Runtime.ExitError', errorMessage: `${name} exited` };
        });
        settled = outcome.then(noValue, noValue);
        return outcome;
      },
      settled: () => settled,
      get ended() {
        return ended;
      },
      peakMb: async () => peakMbOf(pid),
      async close() {
        closing = true;
        killTree(pid);
        await gone;
      },
    };
  };

/** Resolves once a server takes connections: the emulator does not say. @throws Error when it ends before */
async function accepting(address: string, gone: Promise<void>): Promise<void> {
  const [host, port] = address.split(':');
  let isGone = false;
  void gone.then(() => {
    isGone = true;
  });
  for (;;) {
    const socket = connect(Number(port), host);
    const accepted = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (accepted) return;
    if (isGone) throw new Error('The emulator did not start');
    await delay(POLL_MS);
  }
}

const noValue = (): void => undefined;

function outcomeOf(answer: Buffer): Outcome {
  if (answer.includes(DELIMITER)) return { kind: 'stream', stream: Readable.from([answer]) };
  const payload = answer.toString();
  if (TIMED_OUT.test(payload)) return { kind: 'error', errorType: 'Sandbox.Timedout', errorMessage: payload };
  const parsed = JSON.parse(payload) as { errorType?: unknown; errorMessage?: unknown } | null;
  if (typeof parsed?.errorType === 'string')
    return { kind: 'error', errorType: parsed.errorType, errorMessage: String(parsed.errorMessage) };
  return { kind: 'answer', payload };
}
