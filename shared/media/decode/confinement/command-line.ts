import { fileURLToPath } from 'node:url';
import { siblingModule } from '../../../kernel/runtime/sibling-module.ts';
import { ARCHITECTURES } from './system-calls.ts';

/** What a confined process may use. */
export interface ProcessLimits {
  /** Address space in bytes, including the 1.6 GB that Node reserves for itself. */
  readonly memoryBytes: number;
  /** Processor time, seconds. */
  readonly cpuSeconds: number;
}

/**
 * A shell is on every Linux, while Lambda's images may lack prlimit. Arguments: KiB of address space, soft and hard
 * limit of processor seconds, and the command. At the soft limit the process gets SIGXCPU, which tells the cause;
 * SIGKILL at the hard limit would not. It runs in a network namespace of its own where the user may create one.
 */
const UNDER_LIMITS = `set -e
ulimit -v "$1"; ulimit -S -t "$2"; ulimit -H -t "$3"; ulimit -f 0; ulimit -c 0; shift 3
for alone in '--net' '--user --map-current-user --net'; do
  if unshare $alone true 2>/dev/null; then exec unshare $alone "$@"; fi
done
exec "$@"`;

const confinedEntry = siblingModule(import.meta.url, 'confined-entry');
const isConfinable = process.platform === 'linux' && process.arch in ARCHITECTURES;

/** Command and arguments that run a module of ours as confined as the platform allows (docs/confinement.md). */
export function confinedCommand(module: URL, { memoryBytes, cpuSeconds }: ProcessLimits): [string, string[]] {
  const node = [
    ...(isConfinable ? ['--import', confinedEntry.href] : []),
    '--no-warnings',
    // Node's type stripper is WebAssembly and does not run long enough to be worth optimising.
    '--liftoff-only',
    fileURLToPath(module),
  ];
  if (process.platform !== 'linux') return [process.execPath, node];
  const limits = [Math.floor(memoryBytes / 1024), cpuSeconds, cpuSeconds + 5].map(String);
  return ['/bin/sh', ['-c', UNDER_LIMITS, 'sh', ...limits, process.execPath, ...node]];
}
