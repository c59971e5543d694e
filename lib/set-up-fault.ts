import { InferenceError } from '../shared/inference/errors.ts';

/** A setting that cannot be used: the message says which, and why. */
export class UnusableSetting extends Error {}

/** Whether a synth failed by its settings or models, which the message tells in full, and not by a mistake of the code. */
export const isSetUpFault = (error: unknown): error is Error =>
  error instanceof UnusableSetting || error instanceof InferenceError;
