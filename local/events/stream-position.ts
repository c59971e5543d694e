import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { writePrivateFile } from '../data-folder/private-file.ts';
import { ownFolder } from '../data-folder/private-folder.ts';

const position = z.object({
  /** ARN of the stream. */
  stream: z.string(),
  /** What has been dealt with of each shard: the last sequence number, or null where nothing can follow. */
  shards: z.record(z.string(), z.string().nullable()),
});

export type StreamPosition = z.output<typeof position>;

/** Where the reader of a stream keeps how far it is. */
export interface PositionStore {
  /** @returns null where there is none yet */
  read(): Promise<StreamPosition | null>;
  write(position: StreamPosition): Promise<void>;
}

/** In a file. One that cannot be understood, as after a power loss, counts as none: the stream is then read from its start. */
export const positionFile = (file: string): PositionStore => ({
  async read() {
    try {
      return position.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof z.ZodError) return null;
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  },
  async write(value) {
    await ownFolder(path.dirname(file));
    await writePrivateFile(file, JSON.stringify(value));
  },
});
