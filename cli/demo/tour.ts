import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Video } from '../../client/answers.ts';
import type { Client } from '../../client/client.ts';
import { getMetadata, patchMetadata } from '../../shared/contract/routes/metadata.ts';
import { listObjects } from '../../shared/contract/routes/object-queries.ts';
import { getProcessingStatus, startProcessing } from '../../shared/contract/routes/processing.ts';
import { probeVideo } from '../../shared/media/probe/probe-video.ts';
import { fileSource } from '../../shared/media/reading/file-source.ts';
import type { Context } from '../command.ts';
import { drawContactSheet } from '../contact-sheet/draw-contact-sheet.ts';
import { exportWithProgress } from '../export-progress.ts';
import { CommandFailure } from '../failures.ts';
import { counted, formatBytes, formatDuration } from '../format.ts';
import { objectsTable } from '../objects-table.ts';
import { uploadWithProgress } from '../upload-with-progress.ts';
import { awaitProcessed, followJob } from '../video-progress.ts';
import { verifyExport } from './verify-export.ts';

const SHOWN_OBJECTS = 15;

/** The result of the demo. */
export interface TourResult {
  videoId: string;
  model: string;
  /** Number of tracked objects. */
  objects: number;
  version: number;
  exportFile: string;
  /** The metadata as JSON. */
  documentFile: string;
  exportVerified: boolean;
  contactSheet: string;
}

interface TourOptions {
  clip: string;
  outDir: string;
  /** Prints a line of the report. */
  say: (line: string) => void;
  /** What to say about the detector, by whether it is the built-in one; empty: nothing. */
  modelNotice: (fallback: boolean) => string;
}

/** Takes a clip through the service: upload, detection, an edit of the metadata, export, check, contact sheet. */
export async function tour(context: Context, client: Client, options: TourOptions): Promise<TourResult> {
  const { clip, outDir, say } = options;
  const { signal } = context;
  const { id } = await uploadWithProgress(context, client, clip);
  const video = await awaitProcessed(context, client, id);
  say(describeVideo(video));

  const { model, objects } = await detect(context, client, id, options);
  const version = await addOverlay(client, video, signal);
  say(`Added the overlay "Title" to the layer "Demo": the metadata is at version ${version}`);

  const { name, ext } = path.parse(clip);
  const exportFile = path.join(outDir, `${name}.export${ext}`);
  const documentFile = path.join(outDir, `${name}.metadata.json`);
  await exportWithProgress(context, client, id, 'native', exportFile);
  await exportWithProgress(context, client, id, 'json', documentFile);

  await using source = await fileSource(exportFile);
  const probe = await probeVideo(source);
  const checking = context.terminal.progress('Checking  ');
  const document = await client.call(getMetadata, { params: { id }, signal });
  const problems = await verifyExport(source, probe, {
    frameCount: document.videoDetails.totalFrames,
    document: await readFile(documentFile),
    onProgress: (decoded, total) => checking.update(decoded / total, `frame ${decoded} of ${total}`),
    signal,
  }).finally(() => checking.stop());
  if (problems.length > 0) {
    throw new CommandFailure('EXPORT_BROKEN', `The export ${exportFile} is broken: ${problems.join('; ')}.`);
  }
  checking.done(`The export plays: ${counted(probe.frames.times.length, 'frame')}, the metadata embedded`);

  const sheet = path.join(outDir, `${name}.contact-sheet.jpg`);
  await writeFile(sheet, (await drawContactSheet(source, probe, document, signal)).picture);
  return {
    videoId: id,
    model,
    objects,
    version,
    exportFile,
    documentFile,
    exportVerified: true,
    contactSheet: sheet,
  };
}

const describeVideo = ({ width, height, fps, duration, fileSize }: Video): string =>
  `${width} × ${height} pixels, ${formatDuration(duration)}, ${Number(fps.toFixed(2))} frames/s, ${formatBytes(fileSize)}`;

async function detect(context: Context, client: Client, id: string, { say, modelNotice }: TourOptions) {
  const { signal } = context;
  await client.call(startProcessing, { params: { id }, signal });
  const { model, fallback } = await client.call(getProcessingStatus, { params: { id }, signal });
  const notice = modelNotice(fallback);
  if (notice !== '') say(notice);
  await followJob(context, client, id);
  const { objects } = await client.call(listObjects, { params: { id }, signal });
  if (objects.length > 0) say(`\n${objectsTable(context.terminal, objects.slice(0, SHOWN_OBJECTS))}`);
  if (objects.length > SHOWN_OBJECTS) {
    say(`… and ${objects.length - SHOWN_OBJECTS} more: npx vms objects ${id}`);
  }
  say('');
  return { model, objects: objects.length };
}

/** @returns the version that holds the edit */
async function addOverlay(client: Client, { id, name }: Video, signal: AbortSignal): Promise<number> {
  const overlay = {
    id: 'demo-title',
    name: 'Title',
    position: { x: 0.5, y: 0.1 },
    plugin: { type: 'core:text', config: { text: name } },
  };
  const body = { layers: [{ id: 'demo', name: 'Demo', overlays: [overlay] }] };
  const { version } = await client.call(patchMetadata, { params: { id }, body, signal });
  return version;
}
