import { createHash } from 'node:crypto';
import * as z from 'zod';

/** A user attribute of a message as on the wire; `BinaryValue` is base64. */
interface MessageAttribute {
  readonly DataType: string;
  readonly StringValue?: string | undefined;
  readonly BinaryValue?: string | undefined;
}
export type MessageAttributes = Readonly<Record<string, MessageAttribute>>;

const isBinary = ({ DataType }: MessageAttribute) => DataType.startsWith('Binary');

const messageAttribute = z
  .object({
    DataType: z
      .string()
      .max(256)
      .regex(/^(String|Number|Binary)(\..+)?$/, 'The type must start with String, Number or Binary.'),
    StringValue: z.string().optional(),
    BinaryValue: z.base64().optional(),
  })
  .refine(
    (attribute) => (isBinary(attribute) ? attribute.BinaryValue : attribute.StringValue),
    'Must contain a non-empty value of its type.',
  )
  .refine(
    ({ DataType, StringValue }) => !DataType.startsWith('Number') || Number.isFinite(Number(StringValue)),
    "Can't cast the value to a number.",
  );

const attributeName = z
  .string()
  .regex(/^(?!\.)(?!aws\.)(?!amazon\.)(?!.*\.\.)[A-Za-z0-9_.-]{1,256}(?<!\.)$/i, 'The name is not allowed.');

/** At most ten attributes a message. */
export const messageAttributesSchema = z
  .record(attributeName, messageAttribute)
  .refine((attributes) => Object.keys(attributes).length <= 10, 'Must have at most 10 attributes.');

const valueBytes = (attribute: MessageAttribute): Buffer =>
  isBinary(attribute)
    ? Buffer.from(attribute.BinaryValue ?? '', 'base64')
    : Buffer.from(attribute.StringValue ?? '');

/** Bytes that count towards the size limit of the message: names, types and values. */
export const messageAttributesSize = (attributes: MessageAttributes): number =>
  Object.entries(attributes).reduce(
    (sum, [name, attribute]) =>
      sum + Buffer.byteLength(name) + Buffer.byteLength(attribute.DataType) + valueBytes(attribute).length,
    0,
  );

const lengthPrefixed = (bytes: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
};

export const md5 = (data: string | Buffer): string => createHash('md5').update(data).digest('hex');

/**
 * Digest of the attributes, sorted by name: each name, type and value length-prefixed, and a byte between type and
 * value that distinguishes text (1) from binary (2). Undefined when there are none.
 * Source: Amazon SQS Developer Guide, "Calculating the MD5 message digest for message attributes".
 */
export function md5OfMessageAttributes(attributes: MessageAttributes): string | undefined {
  const entries = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  if (entries.length === 0) return undefined;
  return md5(
    Buffer.concat(
      entries.flatMap(([name, attribute]) => [
        lengthPrefixed(Buffer.from(name)),
        lengthPrefixed(Buffer.from(attribute.DataType)),
        Buffer.of(isBinary(attribute) ? 2 : 1),
        lengthPrefixed(valueBytes(attribute)),
      ]),
    ),
  );
}

/** The attributes a receive asks for: `All`, `.*`, exact names, or `prefix.*`. */
export function selectMessageAttributes(
  attributes: MessageAttributes,
  wanted: readonly string[],
): MessageAttributes {
  const matches = (name: string) =>
    wanted.some(
      (want) =>
        want === 'All' ||
        want === name ||
        (want.endsWith('.*') && name.startsWith(want.slice(0, -1).replace(/^\.$/, ''))),
    );
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => matches(name)));
}
