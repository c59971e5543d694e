import type { VideoEntry } from '../queries/videos.ts';
import { isUnfinished, type Upload } from './uploads.ts';

/** What became of the files that were sent, by the ids of their videos. */
type Outcomes = ReadonlyMap<string, VideoEntry>;

const isUnusable = ({ phase, id }: Upload, outcomes: Outcomes): boolean =>
  phase === 'refused' || (id !== null && outcomes.get(id)?.status === 'failed');

const files = (count: number): string => (count === 1 ? '1 file' : `${count} files`);

/** How all uploads stand, in one line. */
export function summaryOf(uploads: readonly Upload[], outcomes: Outcomes): string {
  const busy = uploads.filter(isUnfinished);
  if (busy.some(({ phase }) => phase === 'offline')) return `Waiting for the network, ${files(busy.length)}`;
  if (busy.length > 0) return `Uploading ${files(busy.length)}`;
  const open = uploads.filter(({ phase }) => phase !== 'done' && phase !== 'refused').length;
  if (open > 0) return `${files(open)} not uploaded`;
  const unusable = uploads.filter((upload) => isUnusable(upload, outcomes)).length;
  if (unusable === 0) return `${files(uploads.length)} uploaded`;
  return `${unusable < uploads.length ? `${unusable} of ` : ''}${files(uploads.length)} cannot be used`;
}

/** How many of them a person has to do something about. */
export const countOpenQuestions = (uploads: readonly Upload[], outcomes: Outcomes): number =>
  uploads.filter(
    (upload) => upload.phase === 'interrupted' || upload.phase === 'failed' || isUnusable(upload, outcomes),
  ).length;

/** Bytes of all unfinished uploads: how many were sent, and how many there are. Null where none is unfinished. */
export function bytesOf(uploads: readonly Upload[]): { sent: number; all: number } | null {
  const busy = uploads.filter(isUnfinished);
  if (busy.length === 0) return null;
  // What was read for a checksum has not been sent.
  const sent = busy.filter(({ phase }) => phase !== 'checking' && phase !== 'waiting');
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return { sent: sum(sent.map(({ progress }) => progress)), all: sum(busy.map(({ size }) => size)) };
}
