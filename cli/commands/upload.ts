import { flag, value } from '../arguments.ts';
import { type Context, defineCommand, type Report } from '../command.ts';
import { counted } from '../format.ts';
import { awaitWork, jobOf, processingOf } from '../ongoing-work.ts';
import { type ApiAccess, withApi } from '../service.ts';
import { uploadWithProgress } from '../upload-with-progress.ts';
import { label, text } from '../values.ts';
import { awaitProcessed, followJob } from '../video-progress.ts';

interface UploadChoices {
  readonly name: string | undefined;
  readonly process: boolean;
  readonly wait: boolean;
  readonly resume: string | undefined;
}

export const upload = defineCommand({
  operands: { required: ['file'] },
  description: 'Prints the id of the new video.',
  options: {
    name: value('NAME', "Display name (default: the file's name)", label),
    process: flag('Start detection as soon as the video is processed'),
    wait: flag('Wait until the video is processed; with --process, until detection is over'),
    resume: value('ID', 'Resume an interrupted upload of this file', text),
  },
  run: (context, { operands: { file }, options }) =>
    withApi(context, (access) => uploadVideoFile(context, access, file, options)),
});

async function uploadVideoFile(
  context: Context,
  access: ApiAccess,
  file: string,
  { name, process, wait, resume }: UploadChoices,
): Promise<Report> {
  const { client, lasting } = access;
  const video = await uploadWithProgress(context, client, file, {
    name,
    autoProcess: process,
    resume,
  });
  const { id } = video;
  if (!wait) {
    if (!lasting) {
      context.terminal.note(
        'No service is running: the video will be processed once one is ("npx vms serve").',
      );
    }
    return { json: video, text: id };
  }
  const { status } = await awaitWork(context, access, processingOf(id), awaitProcessed(context, client, id));
  if (!process) return { json: { ...video, status }, text: id };
  const following = followJob(context, client, id);
  const job = await awaitWork(context, access, jobOf(id), following);
  return { json: { ...video, status, job }, text: `${id} (${counted(job.objectsDetected, 'object')})` };
}
