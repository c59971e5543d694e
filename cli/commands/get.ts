import type { Video } from '../../client/answers.ts';
import { getVideo } from '../../shared/contract/routes/videos.ts';
import { defineCommand } from '../command.ts';
import { counted, formatBytes, formatDuration } from '../format.ts';
import { withApi } from '../service.ts';
import { fields } from '../table.ts';

export const get = defineCommand({
  operands: { required: ['id'] },
  description: 'With --json the metadata document is part of the answer.',
  run: (context, { operands: { id } }) =>
    withApi(context, async ({ client }) => {
      const video = await client.call(getVideo, { params: { id }, signal: context.signal });
      return { json: video, text: describe(video) };
    }),
});

function describe(video: Video): string {
  const { id, name, status, failure, width, height, fps, duration, fileSize, createdAt, updatedAt } = video;
  const { metadata } = video;
  return fields([
    ['ID', id],
    ['Name', name],
    ['Status', failure === undefined ? status : `${status}: ${failure.message} (${failure.code})`],
    ['Size', formatBytes(fileSize)],
    ...('videoDetails' in metadata
      ? ([
          ['Picture', `${width} × ${height} pixels`],
          [
            'Duration',
            `${formatDuration(duration)}, ${metadata.videoDetails.totalFrames} frames, ${Number(fps.toFixed(2))} frames/s`,
          ],
          [
            'Metadata',
            [
              counted(Object.keys(metadata.objects).length, 'object'),
              counted(metadata.layers.length, 'layer'),
              counted(metadata.variables.length, 'variable'),
              counted(metadata.rules.length, 'rule'),
            ].join(', '),
          ],
        ] as const)
      : []),
    ['Created', createdAt],
    ['Updated', updatedAt],
  ]);
}
