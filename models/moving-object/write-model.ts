import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { encodeModel } from '../onnx-protobuf.ts';
import { movingObjectGraph } from './graph.ts';

/** `node models/moving-object/write-model.ts`: writes the model and prints its entry for manifest.json. */
const bytes = encodeModel(movingObjectGraph());
writeFileSync(new URL('./moving-object.onnx', import.meta.url), bytes);
console.log(
  JSON.stringify({ sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.length }, null, 2),
);
