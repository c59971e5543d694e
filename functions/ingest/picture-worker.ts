import { serveSource } from '../../shared/media/source-worker.ts';
import { representativePicture } from './representative-picture.ts';

await serveSource(representativePicture);
