/**
 * The checksums of S3: https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
import { createHash } from 'node:crypto';
import { type Crc, crc32c, crc64nvme, POLYNOMIALS } from '../../../shared/kernel/checksums/crc.ts';
import { Crc32, combineCrcs } from './crc.ts';
import { S3Error } from './errors.ts';

export type ChecksumAlgorithm = keyof typeof ALGORITHMS;
export type ChecksumType = 'FULL_OBJECT' | 'COMPOSITE';

/** As shown to clients: base64, with `-N` after a composite of N parts. */
export interface Checksum {
  algorithm: ChecksumAlgorithm;
  type: ChecksumType;
  value: string;
}

/** Takes chunks in order; `digest` ends it. */
interface Digest {
  update(chunk: Buffer): void;
  digest(): Buffer;
}

const hash = (name: string) => (): Digest => createHash(name);

const sliced = (start: () => Crc) => (): Digest => {
  const crc = start();
  return { update: (chunk) => crc.update(chunk), digest: () => Buffer.from(crc.digest()) };
};

const ALGORITHMS = {
  crc32: { element: 'ChecksumCRC32', bytes: 4, start: (): Digest => new Crc32(), defaultType: 'COMPOSITE' },
  crc32c: { element: 'ChecksumCRC32C', bytes: 4, start: sliced(crc32c), defaultType: 'COMPOSITE' },
  crc64nvme: { element: 'ChecksumCRC64NVME', bytes: 8, start: sliced(crc64nvme), defaultType: 'FULL_OBJECT' },
  sha1: { element: 'ChecksumSHA1', bytes: 20, start: hash('sha1'), defaultType: 'COMPOSITE' },
  sha256: { element: 'ChecksumSHA256', bytes: 32, start: hash('sha256'), defaultType: 'COMPOSITE' },
} as const;

export const CHECKSUM_ALGORITHMS = Object.keys(ALGORITHMS) as ChecksumAlgorithm[];

/** The checksum that S3 computes if the client names none. */
export const DEFAULT_ALGORITHM: ChecksumAlgorithm = 'crc64nvme';

export const startDigest = (algorithm: ChecksumAlgorithm): Digest => ALGORITHMS[algorithm].start();

export const checksumHeader = (algorithm: ChecksumAlgorithm): string => `x-amz-checksum-${algorithm}`;

/** Name of the XML element that carries the value. */
export const checksumElement = (algorithm: ChecksumAlgorithm): string => ALGORITHMS[algorithm].element;

export function parseAlgorithm(name: string): ChecksumAlgorithm {
  const algorithm = CHECKSUM_ALGORITHMS.find((known) => known === name.toLowerCase());
  if (algorithm) return algorithm;
  throw new S3Error('InvalidRequest', 'Checksum algorithm provided is unsupported.');
}

/** Decodes the base64 of a header or trailer. */
export function decodeChecksum(algorithm: ChecksumAlgorithm, text: string): Buffer {
  const value = Buffer.from(text, 'base64');
  if (value.length === ALGORITHMS[algorithm].bytes && value.toString('base64') === text) return value;
  throw new S3Error('InvalidRequest', `Value for ${checksumHeader(algorithm)} header is invalid.`);
}

/**
 * How the parts' checksums combine into the object's: CRC64NVME only full-object, SHA only composite, the others
 * either way.
 */
export function checksumType(algorithm: ChecksumAlgorithm, wanted: string | undefined): ChecksumType {
  if (wanted === undefined) return ALGORITHMS[algorithm].defaultType;
  const possible =
    (wanted === 'FULL_OBJECT' && algorithm in POLYNOMIALS) ||
    (wanted === 'COMPOSITE' && algorithm !== 'crc64nvme');
  if (possible) return wanted;
  throw new S3Error(
    'InvalidRequest',
    `The ${wanted} checksum type cannot be used with the ${algorithm} checksum algorithm.`,
  );
}

/** The checksum of an object from those of its parts, in order. */
export function joinChecksums(
  algorithm: ChecksumAlgorithm,
  type: ChecksumType,
  parts: readonly { checksum: Buffer; size: number }[],
): Checksum {
  if (type === 'FULL_OBJECT' && algorithm in POLYNOMIALS) {
    const polynomial = POLYNOMIALS[algorithm as keyof typeof POLYNOMIALS];
    return { algorithm, type, value: combineCrcs(polynomial, parts).toString('base64') };
  }
  const digest = startDigest(algorithm);
  for (const { checksum } of parts) digest.update(checksum);
  return { algorithm, type: 'COMPOSITE', value: `${digest.digest().toString('base64')}-${parts.length}` };
}

export const checksumHeaders = ({ algorithm, type, value }: Checksum): Record<string, string> => ({
  [checksumHeader(algorithm)]: value,
  'x-amz-checksum-type': type,
});
