import { writeFileSync } from 'node:fs';
import { movingObjectGraph } from './graph.ts';
import { encodeModel } from './onnx-protobuf.ts';

/** `node models/moving-object/write-model.ts`: writes the model beside this file; its digest goes to manifest.json. */
writeFileSync(new URL('./moving-object.onnx', import.meta.url), encodeModel(movingObjectGraph()));
