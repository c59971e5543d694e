import { blobWalk, blobWalksCost } from '../cost/blob-walk.ts';
import { compare, type Section } from '../measure.ts';
import { KEPT, simulateDeletions, simulateWalks } from './simulate.ts';
import { REQUESTS } from './virtual-time.ts';

const DELETIONS = 10_000;
const VIDEOS = [10_000, 100_000, 1_000_000];

const series = (name: string, value: number) => ({ name, values: [value] });

/** The sweeper over simulated stores, as fast as the simulation goes: what piles up, and the walk over the blobs. */
export async function benchSweep(): Promise<Section> {
  const deletions = await simulateDeletions(DELETIONS);
  const comparisons = [
    compare(
      series(`${DELETIONS} deletions`, deletions.minutes),
      series('one by one', deletions.oneByOneMinutes),
      'min',
    ),
  ];
  for (const videos of VIDEOS) {
    const { first, daily } = await simulateWalks(videos);
    const { dollars } = blobWalk(videos, 'first');
    comparisons.push(
      compare(
        series(`${videos} videos, daily walk`, daily.minutes),
        series('first walk', first.minutes),
        'min',
      ),
      compare(
        series(`${videos} videos, look-ups of a daily walk`, daily.lookUps),
        series('of the first', first.lookUps),
        'videos',
      ),
      compare(
        series(`${videos} videos, walks of a month`, blobWalksCost(videos)),
        series('all looking at everything', (dollars * 730) / 24),
        '$',
      ),
    );
  }
  const requests = Object.entries(REQUESTS).map(([name, { wait, work }]) => `${name} ${wait} + ${work}`);
  return {
    title: 'the sweeper, simulated',
    conditions: [
      `milliseconds of a request, waiting and of the processor: ${requests.join(', ')}`,
      `${KEPT.blobsPerVideo} blobs a video; ${100 * KEPT.changedADay} % of the videos change in a day`,
    ],
    comparisons,
  };
}
