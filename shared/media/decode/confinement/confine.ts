/**
 * The process that imports this can do nothing from then on but compute and use the three pipes it was started with: no
 * file, no connection, no other process, no signal, in none of its threads. For Linux on the architectures of
 * `system-calls.ts`. Where the kernel refuses something, the rest is done all the same; `examine-confinement.ts` tells what stands.
 */
import { closeSync, readdirSync } from 'node:fs';
import { libc } from './libc.ts';
import { SECCOMP_INSTRUCTION_BYTES, seccompFilter } from './seccomp-filter.ts';
import { type Architecture, COMPUTING } from './system-calls.ts';

/** The user and the group `nobody`, who own nothing. */
const NOBODY = 65534;

const F_GETFD = 1;
const PR_SET_NO_NEW_PRIVS = 38;
const SECCOMP_SET_MODE_FILTER = 1;
/** The filter holds for all threads. */
const SECCOMP_FILTER_FLAG_TSYNC = 1;
/** Kernels before 5.16 would slow the processor down to guard secrets inside of the process, of which it has none. */
const SECCOMP_FILTER_FLAG_SPEC_ALLOW = 4;
const SECCOMP: Record<Architecture, number> = { x64: 317, arm64: 277 };

/** What whoever started the service left open; Node marks its own to be closed on exec, and others up to the 16th. */
function closeInherited(): void {
  for (const fd of readdirSync('/proc/self/fd').map(Number)) {
    if (fd > 2 && libc().fcntl(fd, F_GETFD) === 0) closeSync(fd);
  }
}

/** As root it could do to files and processes what nobody else can, were a way to them ever found. */
function becomeNobody(): void {
  if (process.getuid?.() !== 0) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(NOBODY);
    process.setuid?.(NOBODY);
  } catch {
    // A container may have taken the right to from root.
  }
}

function refuseSystemCalls(): void {
  const architecture = process.arch as Architecture;
  const filter = seccompFilter(COMPUTING, architecture);
  const program = { len: filter.length / SECCOMP_INSTRUCTION_BYTES, filter };
  const { prctl, seccomp, _exit } = libc();
  // libuv takes its event loops apart by io_uring, and aborts where it must not.
  process.on('exit', _exit);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  const flags = SECCOMP_FILTER_FLAG_TSYNC | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
  seccomp(SECCOMP[architecture], SECCOMP_SET_MODE_FILTER, flags, program);
}

closeInherited();
becomeNobody();
refuseSystemCalls();
