import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { test } from 'vitest';
import { LIMITS } from '../../../shared/contract/limits.ts';
import { dynamodb, tableName } from '../../../shared/stores/dynamodb/client.ts';
import { openMediaFiles } from '../../../shared/stores/files/media-files.ts';
import { mediaKeys } from '../../../shared/stores/files/media-keys.ts';
import { openVideos } from '../../../shared/stores/videos/videos.ts';
import { beforeNext } from '../../support/faults/before-next.ts';
import { fail, on } from '../../support/faults/moments.ts';
import { type Api, fileForm } from '../../support/service/api.ts';
import { createKey } from '../../support/service/create-key.ts';
import { breakOffDeletion, litter, loseCounts } from '../../support/videos/broken-off-deletion.ts';
import { announce, complete, sendParts } from '../../support/videos/direct-upload.ts';
import type { Stage } from './stage.ts';

/** Uploads that do not go as they should. */
export function uploadsCall({ api, environment, bytes, ingested, workOff, deleteBefore }: Stage): void {
  test('uploads that break off are taken back', async () => {
    const id = await ingested();
    const TableName = tableName(environment, 'videos');
    // From before it was counted.
    const Key = { accountId: (await openVideos(environment).ownerOf(id)) ?? '', videoId: id };
    await dynamodb().send(new UpdateCommand({ TableName, Key, UpdateExpression: 'REMOVE documentBytes' }));
    await loseCounts(environment, id);
    beforeNext(on('PutObject', 'uploads'), fail);
    beforeNext(on('PutItem', 'versions'), async () => {});
    await api('POST', '/api/videos/upload', { form: fileForm(bytes) });
    beforeNext(on('PutObject', 'uploads'), fail);
    beforeNext(on('PutItem', 'versions'), fail);
    await api('POST', '/api/videos/upload', { form: fileForm(bytes) });
  });

  test('uploads that a quota refuses are aborted', async () => {
    const { secret: key } = await createKey(environment, { account: 'small', tier: 'free' });
    const small: Api = (method, target, request) => api(method, target, { ...request, key });
    for (let open = 0; open <= LIMITS.openUploads; open++) await announce(small, 1);
  });

  test('uploads whose video is deleted while they are completed', async () => {
    const { id, upload: open } = (await announce(api, bytes.length)).body;
    const parts = await sendParts(bytes, open.parts);
    deleteBefore(on('UpdateItem', 'videos'), id);
    await complete(api, id, { parts });
  });

  test('uploads whose completion breaks off are completed by the next one, or go with their video', async () => {
    for (const finish of ['completed', 'deleted']) {
      const { id, upload: open } = (await announce(api, bytes.length)).body;
      const parts = await sendParts(bytes, open.parts);
      beforeNext(on('UpdateItem', 'videos'), fail);
      await complete(api, id, { parts });
      if (finish === 'completed') await complete(api, id, { parts });
      else await breakOffDeletion(environment, id);
      await workOff();
    }
  });

  test('the completion of an upload that was given up', async () => {
    const { id, upload: open } = (await announce(api, bytes.length)).body;
    const parts = await sendParts(bytes, open.parts);
    const accountId = (await openVideos(environment).ownerOf(id)) ?? '';
    const { upload } = (await openVideos(environment).get(accountId, id)) ?? {};
    const key = mediaKeys.upload(accountId, id);
    await openMediaFiles(environment).abortUpload(key, upload?.uploadId ?? '');
    await complete(api, id, { parts });
  });

  test('uploads of which nothing has arrived are deleted, while another writer comes first', async () => {
    const { id } = (await announce(api, bytes.length)).body;
    await litter(environment, id);
    beforeNext(on('PutItem', 'versions'), async () => {
      const TableName = tableName(environment, 'versions');
      await dynamodb().send(
        new PutCommand({ TableName, Item: { videoId: id, version: 1, writeId: 'other' } }),
      );
    });
    await api('DELETE', `/api/videos/${id}`);
  });
}
