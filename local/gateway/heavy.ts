import type { Route } from '../../shared/contract/route.ts';

/** Rows with at least this much memory, in MB, have it because they hold whole files or documents. */
const HEAVY_MB = 1024;

/**
 * Whether a function may block its thread for long: with a file, a form or a document. Streams are produced in
 * pieces.
 */
export const isHeavy = ({ memory = 0, stream }: Route): boolean => memory >= HEAVY_MB && !stream;
