import type { StructureReader } from '../container/structure-reader.ts';
import { Id, parseElement } from '../headers/ebml-element.ts';
import { encodeUint } from './ebml-writing.ts';

/** Bytes at the end of the file searched for a Cluster: the next size only if the previous one finds none. */
const SEARCH_BYTES = [1 << 20, 1 << 24, 1 << 26];

const CLUSTER = Buffer.from(encodeUint(Id.cluster));

/** What may stand in a Segment of unknown size, or in a Cluster of unknown size within it. */
const SEGMENT_OR_CLUSTER_CHILDREN: ReadonlySet<number> = new Set([
  ...[Id.seekHead, Id.info, Id.tracks, Id.cues, Id.chapters, Id.attachments, Id.cluster, Id.tags],
  ...[
    Id.timestamp,
    Id.position,
    Id.prevSize,
    Id.silentTracks,
    Id.simpleBlock,
    Id.blockGroup,
    Id.encryptedBlock,
  ],
  ...[Id.void, Id.crc32],
]);

/** This many elements in a row are no coincidence: a Cluster, its timestamp, a block. */
const CONVINCING = 3;

/**
 * The end of the last whole element of a file whose Segment has no known size (a recording as browsers make it,
 * possibly interrupted): from some Cluster near the end, elements follow each other up to there. The end of the
 * file if no Cluster is found. Walking there from the front could mean reading the whole file, since such Clusters
 * often have no size either.
 */
export async function endOfWholeElements(reader: StructureReader, segmentDataStart: number): Promise<number> {
  for (const length of SEARCH_BYTES) {
    const start = Math.max(segmentDataStart, reader.size - length);
    if (start === reader.size) break;
    const end = endOfChain(Buffer.from(await reader.read(start, reader.size)));
    if (end !== null) return start + end;
    if (start === segmentDataStart) break;
  }
  return reader.size;
}

/** Tries every place that could be a Cluster; no offset is visited twice, so that the work is linear. */
function endOfChain(tail: Buffer): number | null {
  const visited = new Uint8Array(tail.length);
  let furthest: number | null = null;
  for (let start = tail.indexOf(CLUSTER); start !== -1; start = tail.indexOf(CLUSTER, start + 1)) {
    let offset = start;
    let passed = 0;
    while (offset < tail.length && visited[offset] === 0) {
      visited[offset] = 1;
      const next = behind(tail, offset);
      if (next === null) break;
      offset = next;
      passed += 1;
    }
    if (passed >= CONVINCING && offset > (furthest ?? 0)) furthest = offset;
  }
  return furthest;
}

/**
 * The offset after the element at `offset`, or that of the first child of a Cluster without a size. Null if it is
 * cut off or not an element.
 */
function behind(tail: Buffer, offset: number): number | null {
  const element = parseElement(tail, offset);
  if (!element || !SEGMENT_OR_CLUSTER_CHILDREN.has(element.id)) return null;
  if (element.end !== null && element.end <= tail.length) return element.end;
  return element.id === Id.cluster ? element.dataStart : null;
}
