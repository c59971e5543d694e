/**
 * Runs in place of the decoder and acts by system calls, beyond what Node could forbid. Reads its targets on stdin,
 * and writes to stdout the error of each attempt (0: none).
 */
import { readFileSync, writeSync } from 'node:fs';
import { constants } from 'node:os';
import koffi from 'koffi';

export interface Targets {
  /** A file that only the service's user may read, one that can be deleted, and one that does not exist. */
  readonly secretFile: string;
  readonly victimFile: string;
  readonly newFile: string;
  /** Ports on loopback with a listener. */
  readonly tcpPort: number;
  readonly udpPort: number;
}

const { secretFile, victimFile, newFile, tcpPort, udpPort }: Targets = JSON.parse(readFileSync(0, 'utf8'));
const parent = process.ppid;

const libc = koffi.load(null);
const open = libc.func('int open(const char *, int, int)');
const unlink = libc.func('int unlink(const char *)');
const rename = libc.func('int rename(const char *, const char *)');
const stat = libc.func('int access(const char *, int)');
const socket = libc.func('int socket(int, int, int)');
const socketpair = libc.func('int socketpair(int, int, int, _Out_ int *)');
const connect = libc.func('int connect(int, uint8_t *, unsigned int)');
const sendto = libc.func('long sendto(int, uint8_t *, size_t, int, uint8_t *, unsigned int)');
const fork = libc.func('int fork()');
const exit = libc.func('void _exit(int)');
const execve = libc.func('int execve(const char *, void *, void *)');
const kill = libc.func('int kill(int, int)');
const ptrace = libc.func('long ptrace(long, int, void *, void *)');
const readMemory = libc.func(
  'long process_vm_readv(int, void *, unsigned long, void *, unsigned long, unsigned long)',
);
const prlimit = libc.func('int prlimit(int, int, void *, uint8_t *)');
const fcntl = libc.func('int fcntl(int, int, int)');
const unshare = libc.func('int unshare(int)');
const memfd = libc.func('int memfd_create(const char *, unsigned int)');
const shmget = libc.func('int shmget(int, size_t, int)');
const syscall = libc.func('long syscall(long, long, void *, void *, long)');

/** sockaddr_in of a port on 127.0.0.1. */
function loopback(port: number): Buffer {
  const address = Buffer.alloc(16);
  address.writeUInt16LE(2);
  address.writeUInt16BE(port, 2);
  address.set([127, 0, 0, 1], 4);
  return address;
}

const [AF_UNIX, AF_INET] = [1, 2];
const [STREAM, DATAGRAM] = [1, 2];
const { O_RDONLY, O_WRONLY, O_CREAT } = { O_RDONLY: 0, O_WRONLY: 1, O_CREAT: 0o100 };
const [F_SETOWN, PTRACE_SEIZE, RLIMIT_NOFILE, CLONE_NEWUSER] = [8, 0x4206, 7, 0x10000000];
/** The numbers of newer calls are the same on all architectures. */
const [IO_URING_SETUP, PIDFD_OPEN, CLONE3, OPENAT2] = [425, 434, 435, 437];
const noProcess = 2 ** 22;

const attempts: Record<string, () => number> = {
  'read the credentials': () => open(secretFile, O_RDONLY, 0),
  'read them by openat2': () => syscall(OPENAT2, -100, Buffer.from(`${secretFile}\0`), Buffer.alloc(24), 24),
  'see that a file exists': () => stat(secretFile, 0),
  'write a file': () => open(newFile, O_WRONLY | O_CREAT, 0o600),
  'delete a file': () => unlink(victimFile),
  'rename a file': () => rename(newFile, `${newFile}.renamed`),
  'read the environment of the service': () => open(`/proc/${parent}/environ`, O_RDONLY, 0),
  'open the memory of the service': () => open(`/proc/${parent}/mem`, O_RDONLY, 0),
  'read the memory of the service': () => readMemory(parent, null, 0, null, 0, 0),
  'trace a process': () => Number(ptrace(PTRACE_SEIZE, noProcess, null, null)),
  'connect by TCP': () => {
    const fd = socket(AF_INET, STREAM, 0);
    return fd < 0 ? fd : connect(fd, loopback(tcpPort), 16);
  },
  'send by UDP': () => {
    const fd = socket(AF_INET, DATAGRAM, 0);
    return fd < 0 ? fd : Number(sendto(fd, Buffer.from('secret'), 6, 0, loopback(udpPort), 16));
  },
  'make a local socket': () => socket(AF_UNIX, STREAM, 0),
  'make a pair of sockets': () => socketpair(AF_UNIX, STREAM, 0, [0, 0]),
  fork: () => {
    const pid = fork();
    if (pid === 0) exit(0);
    return pid;
  },
  'clone a process': () => Number(syscall(CLONE3, 0, null, null, 0)),
  'run a program': () => execve('/does/not/exist', null, null),
  'signal the service': () => kill(parent, 0),
  'get hold of the service': () => Number(syscall(PIDFD_OPEN, parent, null, null, 0)),
  'have the service signalled': () => fcntl(0, F_SETOWN, parent),
  'change the limits of the service': () => prlimit(parent, RLIMIT_NOFILE, null, Buffer.alloc(16)),
  'make a user namespace': () => unshare(CLONE_NEWUSER),
  'have the kernel act by io_uring': () => Number(syscall(IO_URING_SETUP, 1, Buffer.alloc(120), null, 0)),
  'make a file in memory': () => memfd('x', 0),
  'share memory': () => shmget(0, 4096, 0o1600),
};

const names = new Map(Object.entries(constants.errno).map(([name, value]) => [value, name]));
const outcomes: Record<string, string | 0> = {};
for (const [what, attempt] of Object.entries(attempts)) {
  koffi.errno(0);
  outcomes[what] = attempt() === -1 ? (names.get(koffi.errno()) ?? 'unknown') : 0;
}
// Once more from another thread.
outcomes['read the credentials in a thread'] = await new Promise((resolve) =>
  open.async(secretFile, O_RDONLY, 0, (_: unknown, fd: number) => resolve(fd === -1 ? 'EPERM' : 0)),
);
writeSync(1, JSON.stringify(outcomes));
process.exit();
