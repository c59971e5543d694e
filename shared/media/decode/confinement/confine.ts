/**
 * Confines the process that imports it: from then on all of its threads can only compute and use the three pipes
 * the process was started with, but reach no file, connection, other process or signal. For Linux on the
 * architectures of `system-calls.ts`. If the kernel refuses one step, the others are still taken;
 * `examine-confinement.ts` reports the result.
 */
import { closeSync, readdirSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { libc } from '../../processes/libc.ts';
import { SECCOMP_INSTRUCTION_BYTES, seccompFilter } from './seccomp-filter.ts';
import { type Architecture, COMPUTING } from './system-calls.ts';

/** The user and the group `nobody`, which own nothing. */
const NOBODY = 65534;

const F_GETFD = 1;
const PR_SET_NO_NEW_PRIVS = 38;
const SECCOMP_SET_MODE_FILTER = 1;
/** Applies the filter to all threads. */
const SECCOMP_FILTER_FLAG_TSYNC = 1;
/** Without it kernels before 5.16 slow the processor down to protect secrets in the process, which has none. */
const SECCOMP_FILTER_FLAG_SPEC_ALLOW = 4;
const SECCOMP: Record<Architecture, number> = { x64: 317, arm64: 277 };

/**
 * Closes files that the parent of the service left open. Node marks its own, and inherited ones up to the 16th, to
 * be closed on exec.
 */
function closeInherited(): void {
  for (const fd of readdirSync('/proc/self/fd').map(Number)) {
    if (fd > 2 && libc().fcntl(fd, F_GETFD) === 0) closeSync(fd);
  }
}

/** Drops root, whose rights would matter if a way to files or processes were ever found. */
function becomeNobody(): void {
  if (process.getuid?.() !== 0) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(NOBODY);
    process.setuid?.(NOBODY);
  } catch {
    // A container may have taken this right from root.
  }
}

function refuseSystemCalls(): void {
  const architecture = process.arch as Architecture;
  const filter = seccompFilter(COMPUTING, architecture);
  const program = { len: filter.length / SECCOMP_INSTRUCTION_BYTES, filter };
  const { prctl, seccomp, _exit } = libc();
  // At exit libuv tears down its event loops with io_uring, and aborts if that is refused.
  process.on('exit', _exit);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const flags = SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
  seccomp(SECCOMP[architecture], SECCOMP_SET_MODE_FILTER, flags, program);
}

// The last moment at which files can be written: what fills a compile cache ends confined, too.
flushCompileCache();
closeInherited();
becomeNobody();
refuseSystemCalls();
