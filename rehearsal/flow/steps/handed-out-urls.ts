import { getVideo } from '../../../shared/contract/routes/videos.ts';
import { expectEqual } from '../expect.ts';
import type { Step } from '../step.ts';
import { exported, ingested } from '../uploads.ts';

/** URLs that the signer's role signs, used by somebody who has nothing else. */
export const handedOutUrls: Step = {
  name: 'stream, thumbnail and exports by the URLs that are handed out',
  async run(rehearsed) {
    const id = await ingested(rehearsed);
    const { streamUrl, thumbnail } = await rehearsed.client.call(getVideo, { params: { id } });
    const range = await fetch(streamUrl ?? '', { headers: { Range: 'bytes=0-99' } });
    expectEqual('a range of the stream', [range.status, (await range.arrayBuffer()).byteLength], [206, 100]);
    expectEqual('the thumbnail', (await fetch(thumbnail ?? '')).status, 200);
    const native = await exported(rehearsed, id, 'native');
    expectEqual('the type of the native export', native.toString('latin1', 4, 8), 'ftyp');
    const json = JSON.parse((await exported(rehearsed, id, 'json')).toString()) as object;
    expectEqual('the JSON export has the video', 'videoDetails' in json, true);
    const { deployment } = rehearsed;
    const other = new URL(streamUrl ?? '');
    other.pathname = other.pathname.replace(/[^/]+$/, 'another');
    expectEqual('a URL for another object', (await fetch(other)).status, 403);
    deployment.access.denials.pop();
  },
};
