import { openDetector } from '../../inference/detectors/open-detector.ts';
import { modelById, modelManifest } from '../../inference/models/manifest.ts';
import { BUILT_IN_MODELS_DIR, locateModel } from '../../inference/models/model-store.ts';
import { bytesSource } from '../../kernel/bytes/byte-source.ts';
import { probeVideo } from '../../media/probe/probe-video.ts';
import { detectSamples } from './detect-samples.ts';

/** WebM with one frame of 16×16 pixels in VP9: `synthesizeClip` with `seconds` 1, `fps` 1 and that size. */
const CLIP = [
  'GkXfo59ChoEBQveBAULygQRC84EIQoKEd2VibUKHgQJChYECGFOAZwEAAAAAAAIpEU2bdLpNu4tTq4QVSalmU6yBoU27i1OrhBZU',
  'rmtTrIHGTbuMU6uEElTDZ1OsggEbTbuMU6uEHFO7a1OsggIT7AEAAAAAAABZAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAVSalmoCrXsYMPQkBNgIRM',
  'YXZmV0GETGF2ZkSJiECPQAAAAAAAFlSua9CuAQAAAAAAAEfXgQFzxYgAAAAAAAAAAZyBACK1nIN1bmSIgQCGhVZfVlA5g4EB4JGw',
  'gRC6gRBVsIhVsYEGVbmBAVXugQDsAQAAAAAAAAIAABJUw2e1c3OyY8CLY8WIAAAAAAAAAAFnyKFFo4hEVVJBVElPTkSHkzAwOjAw',
  'OjAxLjAwMDAwMDAwMAAfQ7Z1QLjngQCjQLKBAACAgkmDQmAA8AD2BjgkHBhKAAAgQABn5f/LiVtRrMpSf7s08li+MA0Zd8ZJKdWl',
  'DjWPZ3JwftK3wfpdYu8e5xKaharuWGPqyutlo9fqfwhUIVfoOOjwh2hcf4iTlb3qCD6jWOd7cXikLympGPUp2SbKXP6aLr13FH/S',
  'tp9RwOBKcvoilk2XG4zxJE/xYQESMqwXvR2TeBYz4cbWDJvszhRFYEYcbX1ukTybIwlhXegAHFO7a5G7j7OBALeK94EB8YIBVfCB',
  'Aw==',
].join('');

/**
 * Looks for objects in a clip of one frame, as a worker does: the frame comes out of the decoder process, and the network
 * that comes along sees it. Shows that all native libraries of an installation can be loaded, before the first message does.
 * @throws Error that names what is missing or does not work
 */
export async function tryInstallation(): Promise<void> {
  const source = bytesSource(Buffer.from(CLIP, 'base64'));
  const { width, height, frames: index } = await probeVideo(source);
  const model = modelById(modelManifest, modelManifest.shipped);
  const located = await locateModel(model, { modelsDirs: [BUILT_IN_MODELS_DIR] });
  if (located === null) throw new Error(`The model ${model.file} is missing`);
  const detector = await openDetector(located);
  let seen = 0;
  try {
    for await (const _ of detectSamples(detector, { source, width, height, index }, [0])) seen++;
  } finally {
    await detector.close();
  }
  if (seen !== 1) throw new Error('The frame of the clip could not be decoded');
}
