import type { Actor } from './actor.ts';

/** Whether what was written is still as it was, and can be worked with: also a second time, in another release. */
type Check = (actor: Actor) => Promise<void>;

/** A state that data can be in when a release is deployed over another. */
export interface State {
  readonly name: string;
  /** Brings data into the state. @returns how to check it */
  readonly write: (actor: Actor) => Promise<Check>;
}

/** What has been written, and how to check it. */
export interface Written {
  readonly name: string;
  readonly check: Check;
}

/** Says what goes on, and what goes wrong. */
export interface Journal {
  readonly problems: readonly string[];
  /** Does something; its failure is a problem, and no end. */
  attempt<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
}

export function openJournal(say: (line: string) => void, now: () => number = Date.now): Journal {
  const problems: string[] = [];
  return {
    problems,
    async attempt(name, work) {
      const began = now();
      const seconds = (): string => ((now() - began) / 1000).toFixed(1);
      try {
        const result = await work();
        say(`ok   ${seconds()} s  ${name}`);
        return result;
      } catch (error) {
        const problem = error instanceof Error ? error.message : String(error);
        problems.push(`${name}: ${problem}`);
        say(`FAIL ${seconds()} s  ${name}: ${error instanceof Error ? error.stack : problem}`);
        return undefined;
      }
    },
  };
}
