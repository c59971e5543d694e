import { CommandFailure } from '../cli/failures.ts';
import { MediaError } from '../shared/media/headers/media-error.ts';

/**
 * The outcome of work on a video file.
 * @throws CommandFailure naming the file where its content is at fault: messages about content name none
 */
export async function ofVideoFile<T>(file: string, work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    if (!(error instanceof MediaError)) throw error;
    throw new CommandFailure(error.reason, `${file}: ${error.message}`, { cause: error });
  });
}
