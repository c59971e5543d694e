import { randomBytes } from 'node:crypto';
import { addTrackedObjects, OBJECT_IDS } from '../../../bench/cost/tracked-objects.ts';
import { EXPORT_FORMAT_NAMES } from '../../../shared/contract/export-formats.ts';
import { getMetadata, patchMetadata } from '../../../shared/contract/routes/metadata.ts';
import { listObjects } from '../../../shared/contract/routes/object-queries.ts';
import { createSurface, patchObject } from '../../../shared/contract/routes/objects.ts';
import { startProcessing } from '../../../shared/contract/routes/processing.ts';
import { applyChanges, getProject } from '../../../shared/contract/routes/projects.ts';
import { deleteVideo, getVideo } from '../../../shared/contract/routes/videos.ts';
import { expectEqual } from '../expect.ts';
import type { Step } from '../step.ts';
import { exported, ingested } from '../uploads.ts';

const CORNERS = [
  { x: 0.3, y: 0.3 },
  { x: 0.7, y: 0.3 },
  { x: 0.7, y: 0.7 },
  { x: 0.3, y: 0.7 },
] as const;

/** Documents whose sections do not fit an item, so that they are objects of the bucket. */
export const largeDocuments: Step = {
  name: 'large documents are edited, read, exported, tracked in, detected in and deleted',
  async run(rehearsed) {
    const { client, deployment } = rehearsed;
    const large = randomBytes(6000).toString('base64');
    const id = await ingested(rehearsed);
    await addTrackedObjects(id);
    const params = { id };
    await client.call(patchMetadata, { params, body: { variables: [{ id: 'large', value: large }] } });
    for (const objectId of OBJECT_IDS)
      await client.call(patchObject, { params: { id, objectId }, body: { customData: { large } } });
    const { revision } = await client.call(getProject, { params: { videoId: id } });
    await client.call(applyChanges, {
      params: { videoId: id },
      body: {
        baseRevision: revision,
        changes: [{ op: 'add', path: '/variables/-', value: { id: 'b', value: large } }],
      },
    });
    await client.call(createSurface, { params, body: { name: 'Poster', frame: 4, corners: [...CORNERS] } });
    await deployment.settle();
    await client.call(startProcessing, { params });
    await deployment.settle();
    await client.call(getVideo, { params });
    await client.call(listObjects, { params });
    const document = await client.call(getMetadata, { params });
    expectEqual(
      'the variables',
      document.variables.map((variable) => variable.id),
      ['large', 'b'],
    );
    for (const format of EXPORT_FORMAT_NAMES) await exported(rehearsed, id, format);
    await client.call(deleteVideo, { params });
  },
};
