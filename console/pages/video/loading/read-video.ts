import type { CallOutput } from '../../../../client/client.ts';
import type { getVideo } from '../../../../shared/contract/routes/videos.ts';
import { startWorker } from '../../../start-worker.ts';
import { callsTo, type Remote } from '../editor/documents/worker-calls.ts';
import type { VideoAnswer } from './video-answer.ts';
import workerAddress from './video-answer-worker.ts?worker&url';

type Video = CallOutput<typeof getVideo>;

/** Bytes up to which parsing takes less time than starting a worker. */
const SMALL_BYTES = 500_000;

/** Objects that come from the worker at once, in a few milliseconds of this thread. */
const OBJECTS_AT_ONCE = 500;

/** Reads an answer about a video; a large one is parsed beside this thread and comes in parts, so that the page stays responsive. */
export async function readVideo(response: Response): Promise<Video> {
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength <= SMALL_BYTES) return JSON.parse(new TextDecoder().decode(bytes)) as Video;
  const worker = startWorker(workerAddress);
  try {
    return await assembleVideo(callsTo<VideoAnswer>(worker), bytes);
  } finally {
    worker.terminate();
  }
}

/** @param answer parses the bytes */
async function assembleVideo(
  answer: Pick<Remote<VideoAnswer>, 'parse' | 'objects'>,
  bytes: ArrayBuffer,
): Promise<Video> {
  const { video, objects } = await answer.parse(bytes);
  if (objects === 0) return video as Video;
  const entries: [string, unknown][] = [];
  for (let from = 0; from < objects; from += OBJECTS_AT_ONCE)
    entries.push(...(await answer.objects(from, from + OBJECTS_AT_ONCE)));
  const { metadata } = video as { metadata: object };
  return { ...video, metadata: { ...metadata, objects: Object.fromEntries(entries) } } as Video;
}
