import { InferenceError } from '../shared/inference/errors.ts';

/** A setting that cannot be used: the message says which, and why. */
export class UnusableSetting extends Error {}

/** Vite refused the console: the message says why, in one line. */
export class UnbuiltConsole extends Error {}

/** Whether a synth failed by its settings, models or pages, which the message describes in full, and not by a mistake of the code. */
export const isSetUpFault = (error: unknown): error is Error =>
  error instanceof UnusableSetting || error instanceof UnbuiltConsole || error instanceof InferenceError;
