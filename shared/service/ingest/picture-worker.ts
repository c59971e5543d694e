import { serveSource } from '../../media/reading/source-worker.ts';
import { representativePicture } from './representative-picture.ts';

serveSource(representativePicture);
