import { serveSource } from './source-worker.ts';
import { analyseVideo } from './video-analysis.ts';

await serveSource(analyseVideo);
