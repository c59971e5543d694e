import { appendFile, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ExportedFile, ExportedVideo } from '../../shared/service/account-export/exported-video.ts';
import { readMeasure, type WrittenFile, writeText, writeWhole } from './written-file.ts';

/** A line of a video's index. */
interface Line extends WrittenFile {
  readonly name: string;
  readonly etag?: string | undefined;
}

/** A video whose files are there. */
export interface WrittenVideo {
  readonly id: string;
  readonly files: number;
  readonly bytes: number;
  /** Of its index, which has those of its files. */
  readonly sha256: string;
  /** How many of the files were there before. */
  readonly kept: number;
  /** Names of files that the service does not have any more. */
  readonly missing: readonly string[];
}

const INDEX = 'files.jsonl';

/** The lines of an index that ends anywhere: a run that died leaves part of the last. */
async function readLines(file: string): Promise<Map<string, Line>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text.split('\n').flatMap((line): Line[] => {
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  return new Map(lines.map((line) => [line.name, line]));
}

/**
 * Writes the files of a video into a folder of its own. What is there and has the checksum that was noted is not fetched again, so that a
 * run that breaks off is completed by the next.
 */
export async function writeVideo(
  folder: string,
  { videoId, record, files }: ExportedVideo,
  signal: AbortSignal,
): Promise<WrittenVideo> {
  const own = path.join(folder, 'videos', videoId);
  const index = path.join(own, INDEX);
  await mkdir(path.join(own, 'versions'), { recursive: true, mode: 0o700 });
  const noted = await readLines(index);
  const missing: string[] = [];
  let kept = 0;

  const isRight = async (file: ExportedFile): Promise<boolean> => {
    const line = noted.get(file.name);
    if (line === undefined || line.etag !== file.etag) return false;
    return (await readMeasure(path.join(own, file.name)))?.sha256 === line.sha256;
  };
  const written = async (file: ExportedFile): Promise<Line | null> => {
    const { name, etag } = file;
    if (await isRight(file)) {
      kept++;
      return noted.get(name) ?? null;
    }
    const chunks = await file.open();
    if (chunks === null) {
      missing.push(name);
      return null;
    }
    const line = { name, ...(await writeWhole(path.join(own, name), chunks, signal)), etag };
    await appendFile(index, `\n${JSON.stringify(line)}\n`, { mode: 0o600 });
    return line;
  };

  const text = `${JSON.stringify(record, null, 2)}\n`;
  const lines: Line[] = [
    { name: 'video.json', ...(await writeText(path.join(own, 'video.json'), text, signal)) },
  ];
  for (const file of files) {
    signal.throwIfAborted();
    const line = await written(file);
    if (line !== null) lines.push(line);
  }
  const whole = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  const { sha256 } = await writeText(index, whole, signal);
  const bytes = lines.reduce((sum, line) => sum + line.bytes, 0);
  return { id: videoId, files: lines.length, bytes, sha256, kept, missing };
}
