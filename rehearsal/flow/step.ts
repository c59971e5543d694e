import type { Rehearsed } from './rehearsed.ts';

/** Something that users and operators do with a deployed service. It throws where the service does otherwise than it should. */
export interface Step {
  readonly name: string;
  readonly run: (rehearsed: Rehearsed) => Promise<void>;
}
