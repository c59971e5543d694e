import { parentPort, workerData } from 'node:worker_threads';
import { type RestoreTask, restoredDocument } from './restored-document.ts';

parentPort?.postMessage(await restoredDocument(workerData as RestoreTask));
