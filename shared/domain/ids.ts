import type { Runtime } from './runtime.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

const hyphenated = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-${digits.slice(12, 16)}-${digits.slice(16, 20)}-${digits.slice(20)}`;

/** A time-ordered identifier: UUID version 7 (RFC 9562, section 5.7). */
export function uuidv7(runtime: Runtime): string {
  const time = runtime.now().toString(16).padStart(12, '0');
  const random = runtime.randomBytes(10);
  random[0] = ((random[0] ?? 0) & 0x0f) | 0x70;
  random[2] = ((random[2] ?? 0) & 0x3f) | 0x80;
  return hyphenated(time + hex(random));
}

/** A short random identifier for things inside a document. */
export const shortId = (runtime: Runtime): string => hex(runtime.randomBytes(8));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a string given by a caller can be one of our identifiers at all. */
export const isUuid = (value: string): boolean => UUID.test(value);
