import { type AllowedCall, ARCHITECTURES, type Architecture, CLONE3 } from './system-calls.ts';

/**
 * Opcodes of classic BPF (linux/bpf_common.h): load a word of the data, and, return, jump if equal or if bits are
 * set.
 */
const LOAD = 0x20;
const JUMP_IF_EQUAL = 0x15;
const JUMP_IF_BITS = 0x45;
const RETURN = 0x06;

/** linux/seccomp.h; the low 16 bits of ERRNO are the error that the call fails with. */
const ALLOW = 0x7fff0000;
const ERRNO = 0x00050000;
const EPERM = 1;
const ENOSYS = 38;

/** Offsets in `struct seccomp_data`: the number of the call, the architecture, the low half of an argument. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argumentOffset = (argument: number): number => 16 + 8 * argument;

type Instruction = readonly [code: number, value: number, whenTrue?: number, whenFalse?: number];

/** Size of one instruction (`struct sock_filter`). */
export const SECCOMP_INSTRUCTION_BYTES = 8;

/**
 * A filter for seccomp(2) that fails every unlisted call with EPERM, in the kernel's format (an array of `struct
 * sock_filter`).
 */
export function seccompFilter(allowed: readonly AllowedCall[], architecture: Architecture): Buffer {
  return encode([
    // Another architecture numbers its calls differently (32-bit calls on x64).
    [LOAD, ARCHITECTURE],
    [JUMP_IF_EQUAL, ARCHITECTURES[architecture], 1, 0],
    [RETURN, ERRNO | EPERM],
    [LOAD, NUMBER],
    ...allowed.flatMap((call) => onCall(call, architecture, permission(call))),
    ...onCall(CLONE3, architecture, [[RETURN, ERRNO | ENOSYS]]),
    [RETURN, ERRNO | EPERM],
  ]);
}

/** Runs `then`, which must return, if this is the call. */
function onCall({ number }: AllowedCall, architecture: Architecture, then: Instruction[]): Instruction[] {
  const value = number[architecture];
  return value === null ? [] : [[JUMP_IF_EQUAL, value, 0, then.length], ...then];
}

function permission({ when }: AllowedCall): Instruction[] {
  if (when === undefined) return [[RETURN, ALLOW]];
  const tests: Instruction[] =
    'oneOf' in when
      ? when.oneOf.flatMap((value): Instruction[] => [
          [JUMP_IF_EQUAL, value, 0, 1],
          [RETURN, ALLOW],
        ])
      : [
          [JUMP_IF_BITS, when.hasBits, 0, 1],
          [RETURN, ALLOW],
        ];
  return [[LOAD, argumentOffset(when.argument)], ...tests, [RETURN, ERRNO | EPERM]];
}

function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * SECCOMP_INSTRUCTION_BYTES);
  for (const [i, [code, value, whenTrue = 0, whenFalse = 0]] of program.entries()) {
    const at = i * SECCOMP_INSTRUCTION_BYTES;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(whenTrue, at + 2);
    bytes.writeUInt8(whenFalse, at + 3);
    bytes.writeUInt32LE(value, at + 4);
  }
  return bytes;
}
