import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { CallOutput, Client } from '../client/client.ts';
import { uploadPath } from '../client/files/upload-path.ts';
import { fitsForm } from '../client/upload-blob.ts';
import { deleteVideo, getUpload, type uploadVideo } from '../shared/contract/routes/videos.ts';
import { requireAnnouncedVideo } from '../shared/media/container/announced-video.ts';
import { requireContainer } from '../shared/media/container/require-container.ts';
import { StructureReader } from '../shared/media/container/structure-reader.ts';
import { MediaError } from '../shared/media/headers/media-error.ts';
import { fileSource } from '../shared/media/reading/file-source.ts';
import type { Context } from './command.ts';
import { CommandFailure } from './failures.ts';
import { formatBytes, shellWord } from './format.ts';

interface UploadChoices {
  name?: string | undefined;
  autoProcess?: boolean;
  /** Id of an interrupted upload of this file, to resume. */
  resume?: string | undefined;
}

const NOTHING_KEPT = 'The upload was interrupted; nothing of it is kept.';
/** A form that has been sent to its end, whose answer nobody has read. */
const ALL_SENT =
  'The upload was interrupted when the whole file had been sent: "npx vms list" shows whether the service has the video.';

/**
 * Uploads a file under a progress bar: as a form up to the size that a deployed service accepts in one request;
 * larger files, and resumed uploads, in parts that go straight to the store.
 * @throws CommandFailure where the service would refuse the file by its headers; as `uploadDirect` and `uploadFile`
 */
export async function uploadWithProgress(
  context: Pick<Context, 'terminal' | 'signal'>,
  client: Client,
  file: string,
  { name, autoProcess = false, resume }: UploadChoices = {},
): Promise<Pick<CallOutput<typeof uploadVideo>, 'id' | 'name' | 'status'>> {
  const { terminal, signal } = context;
  const stats = await stat(file);
  if (stats.isFile()) await requireVideo(file);
  const { size } = stats;
  const inParts = !fitsForm(size, { resume });
  const progress = terminal.progress('Uploading ');
  let sentWhole = false;
  const options = {
    ...(name === undefined ? {} : { name }),
    autoProcess,
    signal,
    onProgress: (sent: number, total: number) => {
      sentWhole = sent === total;
      progress.update(sent / total, `${formatBytes(sent)} of ${formatBytes(total)}`);
    },
  };
  let begun = resume;
  try {
    const sent = await uploadPath(client, file, {
      ...options,
      resume,
      onBegin: (id) => {
        begun = id;
      },
    });
    const video = { ...sent, name: name ?? path.basename(file) };
    progress.done(`Uploaded ${video.name} (${formatBytes(size)})`);
    return video;
  } catch (error) {
    const isNew = signal.aborted && resume === undefined;
    if (begun !== undefined && !(isNew && (await takeBack(client, begun)))) {
      terminal.note(
        `The parts that have arrived are kept for a day: "npx vms upload ${shellWord(file)} --resume ${begun}" resumes the upload, "npx vms delete ${begun}" discards it.`,
      );
    } else if (signal.aborted) {
      terminal.note(!inParts && sentWhole ? ALL_SENT : NOTHING_KEPT);
    }
    throw error;
  } finally {
    progress.stop();
  }
}

/**
 * Reads headers only, wherever in the file they are.
 * @throws CommandFailure for what is no video that can be decoded: the service would say so after the upload
 */
async function requireVideo(file: string): Promise<void> {
  await using source = await fileSource(file);
  try {
    await requireAnnouncedVideo(await requireContainer(source), new StructureReader(source));
  } catch (error) {
    if (!(error instanceof MediaError)) throw error;
    throw new CommandFailure('UNSUPPORTED_FORMAT', error.message);
  }
}

/** How long an interrupted command goes on for that. */
const TAKE_BACK_MS = 2000;

/** Removes an interrupted upload of which no part has arrived. @returns whether it is removed */
async function takeBack(client: Client, id: string): Promise<boolean> {
  const input = { params: { id }, signal: AbortSignal.timeout(TAKE_BACK_MS) };
  try {
    const { parts } = await client.call(getUpload, input);
    if (parts.length > 0) return false;
    await client.call(deleteVideo, input);
    return true;
  } catch {
    return false;
  }
}
