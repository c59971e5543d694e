import type { Client } from '../../client/client.ts';
import { isApiFailure } from '../../client/failure.ts';
import { deleteVideo } from '../../shared/contract/routes/videos.ts';
import { fileChecksum } from './file-checksum.ts';
import { fileRefusal } from './file-refusal.ts';
import { browserNetwork } from './network.ts';
import { announceFile, sendFile } from './send-file.ts';
import { Uploads } from './uploads.ts';

/** @param changed called when the list of videos is another */
export function createUploads(client: Client, changed: () => void): Uploads {
  return new Uploads({
    refusal: fileRefusal,
    checksum: fileChecksum,
    announce: (file) => announceFile(client, file),
    send: (upload, onProgress, signal) => sendFile({ client, ...upload, onProgress, signal }),
    remove: async (id) => {
      await client.call(deleteVideo, { params: { id } }).catch((failure: unknown) => {
        if (!isApiFailure(failure, 'VIDEO_NOT_FOUND')) throw failure;
      });
    },
    alone: (id, work) =>
      navigator.locks.request(`vms-upload:${id}`, { ifAvailable: true }, async (lock) => {
        if (lock !== null) await work();
        return lock !== null;
      }),
    changed,
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    network: browserNetwork,
  });
}
