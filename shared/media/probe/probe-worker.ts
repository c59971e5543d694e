import { serveSource } from '../reading/source-worker.ts';
import { analyseVideo } from './video-analysis.ts';

await serveSource(analyseVideo);
