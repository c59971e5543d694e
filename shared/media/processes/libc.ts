import koffi from 'koffi';

/** Functions of the C library that Node does not offer, most of them of Linux. Each returns −1 on failure. */
interface Libc {
  readonly waitpid: WaitPid;
  prctl(option: number, a: number, b: number, c: number, d: number): number;
  fcntl(fd: number, command: number): number;
  /** seccomp(2), for which the library has no wrapper. `filter`: an array of `struct sock_filter`. */
  seccomp(systemCall: number, operation: number, flags: number, program: SeccompProgram): number;
  /** Ends the process without running exit handlers. */
  _exit(code: number): void;
}

interface WaitPid {
  (pid: number, status: null, options: number): number;
  /** In another thread. */
  async(pid: number, status: null, options: number, done: (error: unknown, result: number) => void): void;
}

interface SeccompProgram {
  /** Instructions, not bytes. */
  readonly len: number;
  readonly filter: Uint8Array;
}

let opened: Libc | undefined;

export function libc(): Libc {
  opened ??= open();
  return opened;
}

function open(): Libc {
  const library = koffi.load(null);
  // Anonymous: named types are global to the process, which may load this module more than once.
  const program = koffi.struct({ len: 'uint16_t', filter: 'uint8_t *' });
  return {
    waitpid: library.func('int waitpid(int, void *, int)') as WaitPid,
    prctl: library.func('int prctl(int, unsigned long, unsigned long, unsigned long, unsigned long)'),
    fcntl: library.func('int fcntl(int, int)'),
    seccomp: library.func('syscall', 'long', [
      'long',
      'unsigned int',
      'unsigned int',
      koffi.pointer(program),
    ]),
    _exit: library.func('void _exit(int)'),
  };
}
