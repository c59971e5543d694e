import { examineConfinement, type Reach } from '../shared/media/decode/examine-confinement.ts';

/** One line on what the decoder process can reach on this machine, found by trying. */
export async function decoderStatus(): Promise<string> {
  try {
    return describeReach(await examineConfinement());
  } catch (error) {
    return `cannot be started: ${error instanceof Error ? error.message : error}`;
  }
}

export const describeReach = (reach: readonly Reach[]): string =>
  reach.length === 0
    ? 'confined: reaches no file, no network, no other process'
    : `NOT confined on this machine: reaches ${reach.join(', ')} (docs/confinement.md)`;
