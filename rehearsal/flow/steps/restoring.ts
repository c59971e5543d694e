import { getMetadata } from '../../../shared/contract/routes/metadata.ts';
import { deleteVideo } from '../../../shared/contract/routes/videos.ts';
import { expectEqual } from '../expect.ts';
import { restorerOf } from '../operator.ts';
import type { Step } from '../step.ts';
import { ingested } from '../uploads.ts';

/** Nothing where the stacks have no policy for it. */
export const restoring: Step = {
  name: 'a restore to a moment, by who may restore, without requests and work meanwhile',
  async run(rehearsed) {
    const { client, deployment } = rehearsed;
    const restorer = restorerOf(deployment);
    if (restorer === null) return;
    const [edited, deleted] = [await ingested(rehearsed), await ingested(rehearsed)];
    await deployment.settle();
    const status = async (id: string): Promise<number> => (await rehearsed.fetch(`api/videos/${id}`)).status;
    const metadata = () => client.call(getMetadata, { params: { id: edited } });
    const before = JSON.stringify(await metadata());
    await deployment.noteTables();
    // Moments are whole seconds.
    const at = new Date(Math.ceil(Date.now() / 1000) * 1000);
    await new Promise((resolve) => setTimeout(resolve, at.getTime() - Date.now()));

    await client.call(deleteVideo, { params: { id: deleted } });
    const later = await ingested(rehearsed);
    await rehearsed.fetch(`api/videos/${edited}/metadata`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ variables: [{ id: 'later', value: 1 }] }),
    });
    await deployment.settle();
    const options = ['restore', '--at', at.toISOString()];
    await restorer.run(...options, '--dry-run');
    expectEqual('a video that a restore would remove', await status(later), 200);
    const answers = new Set<number>();
    let isDone = false;
    const restored = restorer.run(...options, '--yes', '--no-wait').finally(() => {
      isDone = true;
    });
    while (!isDone) answers.add(await status(edited));
    await restored;
    expectEqual('answers until it is done', [...answers].sort(), [200, 500]);
    const refusals = deployment.takeFailures();
    expectEqual(
      'failures in it',
      refusals.filter((failure) => !failure.includes('Rate exceeded')),
      [],
    );
    expectEqual('a video that was deleted later', await status(deleted), 200);
    expectEqual('a video that was uploaded later', await status(later), 404);
    expectEqual('a document that was edited later', JSON.stringify(await metadata()), before);
    await ingested(rehearsed);
  },
};
