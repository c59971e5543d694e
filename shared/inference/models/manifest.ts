import * as z from 'zod';
import manifestData from '../../../models/manifest.json' with { type: 'json' };
import { InferenceError } from '../errors.ts';
import { validManifest } from './valid-manifest.ts';

const perChannel = z.array(z.number()).length(3).readonly();

/** The pixels a network takes: float32 `[1, 3, height, width]`, `(byte − mean) / std` in the given order. */
const networkInput = z.strictObject({
  width: z.int().positive().max(4096),
  height: z.int().positive().max(4096),
  order: z.enum(['rgb', 'bgr']),
  resize: z.enum(['letterbox', 'stretch']),
  mean: perChannel,
  std: perChannel.refine((std) => std.every((value) => value > 0)),
  /** Byte value of the padding that a letterbox leaves. */
  pad: z.int().min(0).max(255),
});

/** One file that is known to be this model: exporting the same weights again gives other bytes. */
const build = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Bytes. */
  size: z.int().positive(),
  /** Where upstream publishes exactly these bytes; absent where it does not. */
  url: z.url({ protocol: /^https$/ }).optional(),
});

const common = {
  id: z.string().regex(/^[a-z0-9-]+$/),
  task: z.literal('detect'),
  /** Path below a models folder. */
  file: z.string().regex(/^(?:[a-z0-9_-]+\/)?[a-z0-9_-]+\.onnx$/),
  licence: z.string(),
  source: z.string(),
  builds: z.array(build).min(1).readonly(),
};

/** `Calibration` of a network whose scores are not the share of right answers; `npm run calibrate` measures it. */
const calibration = z.strictObject({
  a: z.number().positive().max(100),
  b: z.number().positive().max(100),
  c: z.number().min(-100).max(100),
});

const networkModel = z.strictObject({
  ...common,
  layout: z.enum(['yolox', 'gfl', 'ssd']),
  labels: z.string(),
  input: networkInput,
  nmsIou: z.number().min(0).max(1),
  calibration: calibration.optional(),
});

const movingObjectModel = z.strictObject({
  ...common,
  layout: z.literal('moving-object'),
  labels: z.string(),
});

const manifestSchema = z
  .strictObject({
    /** Model of a job when it is installed, else `shipped`. */
    default: z.string(),
    /** The network that comes with the service. */
    shipped: z.string(),
    /** The model that comes with the service and takes no network: for where nothing else opens. */
    fallback: z.string(),
    models: z.array(z.discriminatedUnion('layout', [networkModel, movingObjectModel])).min(1),
    labelSets: z.record(z.string(), z.array(z.string().min(1)).min(1).readonly()),
  })
  .transform(({ models, labelSets, ...rest }, context) => ({
    ...rest,
    models: models.map((model) => {
      const labels = labelSets[model.labels];
      if (labels === undefined) {
        context.addIssue({ code: 'custom', message: `no label set "${model.labels}"` });
        return z.NEVER;
      }
      return { ...model, labels };
    }),
  }))
  .refine(({ models }) => new Set(models.map(({ id }) => id)).size === models.length, 'ids must be unique')
  .refine(
    (manifest) =>
      [manifest.default, manifest.shipped, manifest.fallback].every((id) =>
        manifest.models.some((model) => model.id === id),
      ),
    'default, shipped and fallback must be listed',
  );

export type ModelManifest = z.output<typeof manifestSchema>;
/** A model with its labels; a network's class index is an index into `labels`. */
export type Model = ModelManifest['models'][number];
export type MovingObjectModel = Extract<Model, { layout: 'moving-object' }>;
export type NetworkModel = Exclude<Model, MovingObjectModel>;

/**
 * @param name what a message calls the manifest
 * @throws InferenceError MANIFEST_INVALID naming every flaw
 */
export const parseManifest = (data: unknown, name = 'models/manifest.json'): ModelManifest =>
  validManifest(manifestSchema, data, name);

/** @throws InferenceError MODEL_UNKNOWN */
export function modelById(manifest: ModelManifest, id: string): Model {
  const model = manifest.models.find((candidate) => candidate.id === id);
  if (model === undefined) {
    const known = manifest.models.map((candidate) => candidate.id).join(', ');
    throw new InferenceError('MODEL_UNKNOWN', `no model "${id}"; known: ${known}`);
  }
  return model;
}

/** The models of this service, from `models/manifest.json`. */
export const modelManifest: ModelManifest = parseManifest(manifestData);
