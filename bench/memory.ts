import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createClient } from '../client/client.ts';
import { uploadFile } from '../client/files/upload-file.ts';
import { readRunFile } from '../local/data-folder/run-file.ts';
import { getProcessingStatus, startProcessing } from '../shared/contract/routes/processing.ts';
import { synthesizeClip } from '../synthetic/synthesize-clip.ts';
import { commandLine, descendants, peakMegabytes } from '../test/support/service/processes.ts';
import type { BenchMedia } from './detection.ts';
import { compare, type Section, type Series } from './measure.ts';
import { untilProcessed } from './processed-videos.ts';
import { type ServerProcess, startService } from './server-process.ts';

/** At five samples a second, one segment with the most samples. */
const SECONDS = 30;
const TIMES_LONGER = 8;
const POLL_MS = 20;

/** Peak resident memory, MB. */
interface Peaks {
  readonly ingest: number;
  /** Of the worker over the whole job: segments, and the finish with its tracking. */
  readonly job: number;
  readonly decoder: number;
}

/**
 * The memory of the worker and its decoders for a video and for one that is eight times as long, each in a new local
 * service. Linux only.
 */
export async function benchMemory({
  repetitions,
  scratchDir,
}: Pick<BenchMedia, 'scratchDir'> & { readonly repetitions: number }): Promise<Section> {
  const [short, long] = await Promise.all(
    [SECONDS, SECONDS * TIMES_LONGER].map(async (seconds) => {
      const file = path.join(scratchDir, `${seconds}.mp4`);
      await synthesizeClip(file, { seconds, width: 320, height: 180 });
      return { file, peaks: [] as Peaks[] };
    }),
  );
  for (let round = 0; round < repetitions; round++) {
    for (const { file, peaks } of [short, long].filter((clip) => clip !== undefined)) {
      peaks.push(await peaksOf(file, path.join(scratchDir, `${path.basename(file)}-${round}`)));
    }
  }
  const series = (clip: typeof short, name: string, part: keyof Peaks): Series => ({
    name,
    values: clip?.peaks.map((peaks) => peaks[part]) ?? [],
  });
  const comparison = (what: string, part: keyof Peaks) =>
    compare(
      series(long, `${what}, ${SECONDS * TIMES_LONGER} s of video`, part),
      series(short, `${SECONDS} s of video`, part),
      'MB',
    );
  return {
    title: 'Peak memory over the length of the video',
    conditions: [
      'resident memory; the worker process of the local service, and the largest of its decoder processes',
    ],
    comparisons: [
      comparison('worker: ingest', 'ingest'),
      comparison('worker: detection job', 'job'),
      comparison('decoder', 'decoder'),
    ],
  };
}

/** Has a service ingest a file. @returns a client, the video's parameters, and the process id of the service's worker */
export async function ingested(file: string, dataDir: string, { ready }: ServerProcess) {
  const client = createClient({ apiUrl: ready.apiUrl, apiKey: ready.apiKey ?? '' });
  const worker = childOf((await readRunFile(dataDir))?.pid ?? 0, 'worker-process.ts');
  if (worker === undefined) throw new Error('the service has no worker');
  const { id } = await uploadFile(client, file);
  await untilProcessed(client, id);
  return { client, params: { id }, worker };
}

async function peaksOf(file: string, dataDir: string): Promise<Peaks> {
  await using service = await startService(dataDir);
  const { client, params, worker } = await ingested(file, dataDir, service);
  const ingest = peakOf(worker);
  forgetPeak(worker);
  await client.call(startProcessing, { params, body: { fps: 5 } });
  let decoder = 0;
  for (;;) {
    const { status, error } = await client.call(getProcessingStatus, { params });
    if (status === 'completed') return { ingest, job: peakOf(worker), decoder };
    if (error) throw new Error(`the job failed: ${error.message}`);
    const running = childOf(worker);
    decoder = Math.max(decoder, (running && peakMegabytes(running)) ?? 0);
    await setTimeout(POLL_MS);
  }
}

/** A child process, of those whose command line names a file: a service that is started for the first time builds the console beside. */
const childOf = (of: number, file = ''): number | undefined =>
  descendants(of).find(({ pid, parent }) => parent === of && commandLine(pid).includes(file))?.pid;

/** Peak resident memory of a process, MB. @throws Error if it has ended */
export function peakOf(pid: number): number {
  const peak = peakMegabytes(pid);
  if (peak === null) throw new Error(`process ${pid} has ended`);
  return peak;
}

/** Resets the peak of a process (proc_pid_clear_refs(5)). */
export const forgetPeak = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, '5');
