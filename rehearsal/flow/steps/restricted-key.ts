import { createClient } from '../../../client/client.ts';
import { listProjects } from '../../../shared/contract/routes/projects.ts';
import { listVideos } from '../../../shared/contract/routes/videos.ts';
import { expectEqual } from '../expect.ts';
import { keyFor } from '../operator.ts';
import { ACCOUNT } from '../rehearsed.ts';
import type { Step } from '../step.ts';
import { ingested } from '../uploads.ts';

export const restrictedKey: Step = {
  name: 'a key for one video lists that video alone',
  async run(rehearsed) {
    const id = await ingested(rehearsed);
    const secret = await keyFor(rehearsed.operator, ACCOUNT, [id]);
    const client = createClient({ apiUrl: rehearsed.deployment.apiUrl, apiKey: secret });
    expectEqual(
      'videos',
      (await client.call(listVideos)).videos.map((video) => video.id),
      [id],
    );
    expectEqual('projects', (await client.call(listProjects)).projects.length, 1);
  },
};
