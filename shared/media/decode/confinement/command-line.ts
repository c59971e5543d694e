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
 * limit of processor seconds, and the command. At the soft limit the process gets SIGXCPU, which names the cause;
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

/**
 * Arguments by which Node runs a module of ours behind the system call filter, where there is one.
 * @param compileCache folder in which Node finds what it has made of the modules before (`compile-cache.ts`)
 */
export function nodeArguments(module: URL, compileCache?: string): string[] {
  return [
    ...(compileCache === undefined ? [] : ['--import', cacheEntry(compileCache)]),
    ...(isConfinable ? ['--import', confinedEntry.href] : []),
    '--no-warnings',
    // Node's type stripper is WebAssembly and does not run long enough to be worth optimising.
    '--liftoff-only',
    fileURLToPath(module),
  ];
}

/** By an import of its own: Node's variable for it would stay in the environment. */
const cacheEntry = (folder: string): string =>
  `data:text/javascript,${encodeURIComponent(
    `import { enableCompileCache } from 'node:module'; enableCompileCache(${JSON.stringify(folder)});`,
  )}`;

/** Command and arguments that run a module of ours as confined as the platform allows (docs/confinement.md). */
export function confinedCommand(
  module: URL,
  { memoryBytes, cpuSeconds }: ProcessLimits,
  compileCache?: string,
): [string, string[]] {
  const node = nodeArguments(module, compileCache);
  if (process.platform !== 'linux') return [process.execPath, node];
  const limits = [Math.floor(memoryBytes / 1024), cpuSeconds, cpuSeconds + 5].map(String);
  return ['/bin/sh', ['-c', UNDER_LIMITS, 'sh', ...limits, process.execPath, ...node]];
}

/** Node itself may need it: that of Lambda's images loads libraries from where only this variable points. */
export const libraryPath = ({ LD_LIBRARY_PATH } = process.env): Record<string, string> =>
  LD_LIBRARY_PATH === undefined ? {} : { LD_LIBRARY_PATH };
