import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { seccompFilter } from '../../../../shared/media/decode/confinement/seccomp-filter.ts';
import {
  ARCHITECTURES,
  type Architecture,
  COMPUTING,
} from '../../../../shared/media/decode/confinement/system-calls.ts';

interface Call {
  readonly number: number;
  readonly architecture: number;
  readonly args?: readonly number[];
}

const ALLOWED = 'allowed';
const [EPERM, ENOSYS] = [1, 38];

/** What the kernel does about a call under a filter: `allowed`, or the error. An interpreter of classic BPF. */
function verdict(filter: Buffer, { number, architecture, args = [] }: Call): typeof ALLOWED | number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  for (const [i, value] of args.entries()) data.writeBigUInt64LE(BigInt(value), 16 + 8 * i);
  let word = 0;
  for (let at = 0; ; at += 8) {
    const value = filter.readUInt32LE(at + 4);
    const jump = (condition: boolean) => 8 * filter.readUInt8(at + (condition ? 2 : 3));
    switch (filter.readUInt16LE(at)) {
      case 0x20:
        word = data.readUInt32LE(value);
        break;
      case 0x15:
        at += jump(word === value);
        break;
      case 0x45:
        at += jump((word & value) !== 0);
        break;
      case 0x06:
        if (value === 0x7fff0000) return ALLOWED;
        expect(value >>> 16).toBe(5);
        return value & 0xffff;
      default:
        throw new Error(`no such instruction at ${at}`);
    }
  }
}

/** Calls that must fail, with their numbers on both architectures. */
const FORBIDDEN = {
  openat: [257, 56],
  openat2: [437, 437],
  statx: [332, 291],
  socket: [41, 198],
  connect: [42, 203],
  sendto: [44, 206],
  sendmsg: [46, 211],
  execve: [59, 221],
  execveat: [322, 281],
  kill: [62, 129],
  tgkill: [234, 131],
  rt_sigqueueinfo: [129, 138],
  pidfd_send_signal: [424, 424],
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  prlimit64: [302, 261],
  unshare: [272, 97],
  setns: [308, 268],
  mount: [165, 40],
  bpf: [321, 280],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  memfd_create: [319, 279],
  ioctl: [16, 29],
} as const;

describe.each<[Architecture, number]>([
  ['x64', 0],
  ['arm64', 1],
])('on %s', (name, column) => {
  const filter = seccompFilter(COMPUTING, name);
  const architecture = ARCHITECTURES[name];
  const numberOf = (call: string) => COMPUTING.find((each) => each.name === call)?.number[name] ?? -1;

  test.each(Object.entries(FORBIDDEN))('%s fails', (_, numbers) => {
    expect(verdict(filter, { number: numbers[column] ?? -1, architecture })).toBe(EPERM);
  });

  test('as many calls pass as are listed, of all there are and of the 32-bit ones of x64', () => {
    const range = [...Array(600).keys(), ...Array.from({ length: 600 }, (_, i) => 0x40000000 + i)];
    const passed = range.filter((number) => verdict(filter, { number, architecture }) === ALLOWED);
    const listed = COMPUTING.filter((call) => call.when === undefined).map((call) => call.number[name]);
    expect(passed).toEqual(listed.filter((number) => number !== null).toSorted((a, b) => a - b));
  });

  test('no call of another architecture passes, whatever its number', () => {
    for (const other of [0x40000003, 0x40000028, ...Object.values(ARCHITECTURES)]) {
      if (other === architecture) continue;
      for (let number = 0; number < 600; number++) {
        expect(verdict(filter, { number, architecture: other })).toBe(EPERM);
      }
    }
  });

  test('a thread may be made, a process may not', () => {
    const clone = (flags: number) =>
      verdict(filter, { number: numberOf('clone'), architecture, args: [flags] });
    expect(clone(0x3d0f00)).toBe(ALLOWED);
    expect(clone(0x01200011)).toBe(EPERM);
    expect(clone(0x4111)).toBe(EPERM);
    expect(verdict(filter, { number: 435, architecture })).toBe(ENOSYS);
  });

  test('only the uses of fcntl and prctl that affect no other process pass', () => {
    const fcntl = (command: number) =>
      verdict(filter, { number: numberOf('fcntl'), architecture, args: [0, command] });
    expect([1, 3, 4].map(fcntl)).toEqual([ALLOWED, ALLOWED, ALLOWED]);
    // F_DUPFD, F_SETOWN, F_SETSIG, F_NOTIFY
    expect([0, 8, 10, 1026].map(fcntl)).toEqual([EPERM, EPERM, EPERM, EPERM]);
    const prctl = (option: number) =>
      verdict(filter, { number: numberOf('prctl'), architecture, args: [option] });
    expect(prctl(15)).toBe(ALLOWED);
    // PR_SET_DUMPABLE, PR_SET_SECCOMP
    expect([4, 22].map(prctl)).toEqual([EPERM, EPERM]);
  });

  const header = {
    x64: '/usr/include/x86_64-linux-gnu/asm/unistd_64.h',
    arm64: '/usr/include/asm-generic/unistd.h',
  }[name];
  test.skipIf(!existsSync(header))(
    'the numbers are those of the headers of Linux, where these are installed',
    () => {
      const defined = new Map(
        [...readFileSync(header, 'utf8').matchAll(/^#define __NR(?:3264)?_(\w+)\s+(\d+)/gm)].map(
          ([, call, number]) => [call, Number(number)],
        ),
      );
      for (const { name: call, number } of COMPUTING)
        expect([call, number[name]]).toEqual([call, defined.get(call) ?? null]);
      for (const [call, numbers] of Object.entries(FORBIDDEN)) {
        expect([call, numbers[column]]).toEqual([call, defined.get(call)]);
      }
    },
  );
});
