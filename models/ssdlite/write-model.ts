import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { encodeModel } from '../onnx-protobuf.ts';
import { ssdliteGraph } from './graph.ts';
import { readTensorFlowModel } from './tfjs-model.ts';

/** `node models/ssdlite/write-model.ts FOLDER`: writes the model and prints its entry for manifest.json (NOTICE.md). */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError('the folder of the published files is needed');
const bytes = encodeModel(ssdliteGraph(readTensorFlowModel(folder)));
writeFileSync(new URL('./ssdlite-mobilenet-v2.onnx', import.meta.url), bytes);
console.log(
  JSON.stringify({ sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }, null, 2),
);
