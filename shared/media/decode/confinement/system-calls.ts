/** A system call: its number and, if only some uses of it are allowed, a condition on one argument. */
export interface AllowedCall {
  readonly name: string;
  /** Numbers in Linux's tables; null where the architecture has no such call. */
  readonly number: Readonly<Record<Architecture, number | null>>;
  /** Allowed only if an argument (its low 32 bits) has one of these values, or has these bits set. */
  readonly when?:
    | { readonly argument: number; readonly oneOf: readonly number[] }
    | { readonly argument: number; readonly hasBits: number };
}

/** AUDIT_ARCH_… of linux/audit.h, by Node's names. */
export const ARCHITECTURES = { x64: 0xc000003e, arm64: 0xc00000b7 } as const;

export type Architecture = keyof typeof ARCHITECTURES;

const call = (
  name: string,
  x64: number | null,
  arm64: number | null,
  when?: AllowedCall['when'],
): AllowedCall => ({ name, number: { x64, arm64 }, ...(when && { when }) });

const CLONE_THREAD = 0x10000;
const PR_SET_NAME = 15;
const [F_GETFD, F_GETFL, F_SETFL] = [1, 3, 4];

/**
 * The calls a computing process needs: memory, threads, clocks, files that are already open. None of them opens or
 * names a file, a connection or another process. Numbers: arch/x86/entry/syscalls/syscall_64.tbl and
 * include/uapi/asm-generic/unistd.h of Linux.
 */
export const COMPUTING: readonly AllowedCall[] = [
  call('read', 0, 63),
  call('write', 1, 64),
  call('readv', 19, 65),
  call('writev', 20, 66),
  call('close', 3, 57),
  call('fstat', 5, 80),
  call('lseek', 8, 62),
  // Not F_SETOWN, which can direct signals to any process.
  call('fcntl', 72, 25, { argument: 1, oneOf: [F_GETFD, F_GETFL, F_SETFL] }),
  call('poll', 7, null),
  call('ppoll', 271, 73),
  call('epoll_wait', 232, null),
  call('epoll_pwait', 281, 22),
  call('epoll_ctl', 233, 21),

  call('mmap', 9, 222),
  call('munmap', 11, 215),
  call('mremap', 25, 216),
  call('mprotect', 10, 226),
  call('madvise', 28, 233),
  call('brk', 12, 214),

  // Threads only, no processes.
  call('clone', 56, 220, { argument: 0, hasBits: CLONE_THREAD }),
  call('set_robust_list', 273, 99),
  call('rseq', 334, 293),
  call('futex', 202, 98),
  call('membarrier', 324, 283),
  call('prctl', 157, 167, { argument: 0, oneOf: [PR_SET_NAME] }),
  call('gettid', 186, 178),
  call('getpid', 39, 172),
  call('sched_yield', 24, 124),
  call('sched_getaffinity', 204, 123),
  call('sched_getparam', 143, 121),
  call('sched_getscheduler', 145, 120),
  call('exit', 60, 93),
  call('exit_group', 231, 94),

  call('rt_sigaction', 13, 134),
  call('rt_sigprocmask', 14, 135),
  call('rt_sigreturn', 15, 139),
  call('sigaltstack', 131, 132),
  call('restart_syscall', 219, 128),

  call('clock_gettime', 228, 113),
  call('clock_getres', 229, 114),
  call('clock_nanosleep', 230, 115),
  call('nanosleep', 35, 101),
  call('gettimeofday', 96, 169),
  call('getrandom', 318, 278),
  call('getrusage', 98, 165),
  call('sysinfo', 99, 179),
];

/** Its flags are in memory, which a filter cannot read; on ENOSYS the C library falls back to `clone`. */
export const CLONE3 = call('clone3', 435, 435);
