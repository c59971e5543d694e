import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { confinedCommand } from '../shared/media/decode/confinement/command-line.ts';
import { CompileCache } from '../shared/media/decode/confinement/compile-cache.ts';
import { DEFAULT_SANDBOX_LIMITS } from '../shared/media/decode/decoder-sandbox.ts';
import { cpuTimeMs } from './cpu-time.ts';
import { compare, interleave, type Section } from './measure.ts';

/** The processor time of children has a resolution of 10 ms. */
const STARTS = 10;

/** The limit that costs time: under it Node's WebAssembly, which parses TypeScript, checks every access. */
const underMemoryLimit = `ulimit -v ${DEFAULT_SANDBOX_LIMITS.memoryBytes / 1024}; exec "$@"`;

const decoder = new URL('../shared/media/decode/decoder-process.ts', import.meta.url);

/** Milliseconds of processor time for a decoder to start and, without work, to end. */
async function startMs([command, args]: readonly [string, readonly string[]]): Promise<number> {
  const before = cpuTimeMs();
  for (let i = 0; i < STARTS; i++) {
    const child = spawn(command, args, { env: {}, stdio: ['pipe', 'ignore', 'ignore'] });
    child.stdin.end();
    await once(child, 'close');
  }
  return (cpuTimeMs() - before) / STARTS;
}

/** How much the confinement of the decoder adds to its start, and what the compile cache takes away. */
export async function benchDecoderStart({ repetitions }: { readonly repetitions: number }): Promise<Section> {
  const plain = [process.execPath, '--no-warnings', fileURLToPath(decoder)];
  const folder = await new CompileCache(decoder).fill();
  const values = await interleave(repetitions, {
    cached: () => startMs(confinedCommand(decoder, DEFAULT_SANDBOX_LIMITS, folder)),
    confined: () => startMs(confinedCommand(decoder, DEFAULT_SANDBOX_LIMITS)),
    limited: () => startMs(['/bin/sh', ['-c', underMemoryLimit, 'sh', ...plain]]),
    plain: () => startMs([process.execPath, plain.slice(1)]),
  });
  return {
    title: 'Start of the decoder',
    conditions: [`processor time from start to end without work, mean of ${STARTS} starts`],
    comparisons: [
      compare(
        { name: 'confined, from the compile cache', values: values.cached },
        { name: 'confined', values: values.confined },
        'ms',
      ),
      compare(
        { name: 'confined', values: values.confined },
        { name: 'with limits alone', values: values.limited },
        'ms',
      ),
      compare(
        { name: 'with limits alone', values: values.limited },
        { name: 'bare', values: values.plain },
        'ms',
      ),
    ],
  };
}
