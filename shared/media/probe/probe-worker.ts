import { serveSource } from '../reading/source-worker.ts';
import { analyseVideo } from './analyse-video.ts';

serveSource(analyseVideo);
