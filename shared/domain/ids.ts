import type { Runtime } from '../kernel/runtime/runtime.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const hyphenated = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;

/** A time-ordered identifier: UUID version 7 (RFC 9562, section 5.7). */
export function uuidv7(runtime: Pick<Runtime, 'now' | 'randomBytes'>): string {
  const time = runtime.now().toString(16).padStart(12, '0');
  const random = runtime.randomBytes(10);
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  return hyphenated(time + hex(random));
}

/** A short random identifier for things inside a document. */
export const shortId = (runtime: Pick<Runtime, 'randomBytes'>): string => hex(runtime.randomBytes(8));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a string from a caller has the form of an id of this service. */
export const isUuid = (value: string): boolean => UUID.test(value);

const ATTEMPTS = 100;

/** A new id that is not taken. */
export function freshId(newId: () => string, taken: { has(id: string): boolean }): string {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const id = newId();
    if (!taken.has(id)) return id;
  }
  throw new Error('The source of ids gives only ids that are taken.');
}
