import type { BlockFiles } from './block-files.ts';
import { OWN, type StoredBlock, storedBlock } from './block-index.ts';
import type { PackedBlock } from './pack-part.ts';

/** From so many objects that hold a part on, its next write takes over what the smallest of them hold, */
const MANY_OBJECTS = 32;
/** of so many at least, or it would be done again and again, and so much at most: compressed bytes. */
const LEAST_MOVED = 8;
const MOST_MOVED_BYTES = 512 * 1024;

/** The blocks of a part where they will be stored, and the bytes that are new. */
export async function placeBlocks(
  files: Pick<BlockFiles, 'read'>,
  name: string,
  blocks: readonly (StoredBlock | PackedBlock)[],
  known: ReadonlyMap<string, StoredBlock>,
): Promise<{ placed: StoredBlock[]; pieces: Uint8Array[] }> {
  const pieces: Uint8Array[] = [];
  let at = 0;
  const add = (bytes: Uint8Array) => {
    const found = { key: OWN, at, bytes: bytes.length };
    pieces.push(bytes);
    at += bytes.length;
    return found;
  };
  const moved = await movedBlocks(files, blocks, known);
  const made = new Map<string, StoredBlock>();
  const placed = blocks.map((block): StoredBlock => {
    const standing = made.get(block.digest) ?? known.get(block.digest);
    const bytes = moved.get(block.digest) ?? ('entries' in block ? block.bytes : null);
    const standAt = (place: Place): StoredBlock => {
      if (!('entries' in block)) return { ...block, ...place };
      const weight = block.weight ?? standing?.weight;
      if (weight === undefined) throw new Error('A block has no weight');
      return storedBlock(name, block, place, weight);
    };
    if (made.has(block.digest) || bytes === null) {
      if (standing === undefined) throw new Error('A block that is stored is not known');
      return standAt(placeOf(standing));
    }
    const stored = standAt(add(bytes));
    made.set(block.digest, stored);
    return stored;
  });
  return { placed, pieces };
}

/** The blocks, by digest, of the objects that hold the least of a part, where many do. */
async function movedBlocks(
  files: Pick<BlockFiles, 'read'>,
  blocks: readonly (StoredBlock | PackedBlock)[],
  known: ReadonlyMap<string, StoredBlock>,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const kept = new Map(
    blocks.flatMap(({ digest }) => {
      const stored = known.get(digest);
      return stored === undefined ? [] : [[digest, stored] as const];
    }),
  );
  const objects = [...Map.groupBy(kept.values(), (block) => block.key).values()];
  if (objects.length < MANY_OBJECTS) return new Map();
  const bytesOf = (of: readonly StoredBlock[]) => of.reduce((sum, { bytes }) => sum + bytes, 0);
  let moved = 0;
  const smallest = objects
    .map((held) => ({ held, bytes: bytesOf(held) }))
    .sort((a, b) => a.bytes - b.bytes)
    .filter(({ bytes }) => {
      moved += bytes;
      return moved <= MOST_MOVED_BYTES;
    });
  if (smallest.length < LEAST_MOVED) return new Map();
  const small = smallest.flatMap(({ held }) => held);
  const bytes = await files.read(small);
  return new Map(small.map(({ digest }, index) => [digest, bytes[index] ?? new Uint8Array()]));
}

type Place = Pick<StoredBlock, 'key' | 'at' | 'bytes'>;

const placeOf = ({ key, at, bytes }: StoredBlock): Place => ({
  key,
  at,
  bytes,
});
