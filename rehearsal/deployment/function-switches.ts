import type { Resources } from '../template/resources.ts';
import type { DeployedFunctions } from './deployed-functions.ts';

interface Options {
  readonly resources: Resources;
  readonly functions: Pick<DeployedFunctions, 'reserve'>;
  /** Stops feeding a function; the result feeds it again. */
  readonly pause: (functionName: string) => Promise<() => void>;
}

/** What operators may change of functions that are deployed. */
export class FunctionSwitches {
  readonly #options: Options;
  /** What feeds again, by the ids of mappings that were disabled. */
  readonly #paused = new Map<string, () => void>();

  constructor(options: Options) {
    this.#options = options;
  }

  /** Reserves concurrency for a function; 0: it is not started any more; null: none is reserved. */
  reserve(functionName: string, executions: number | null): void {
    const { resources, functions } = this.#options;
    functions.reserve(resources.get('AWS::Lambda::Function', functionName).arn, executions);
  }

  isFed(mapping: string): boolean {
    return !this.#paused.has(mapping);
  }

  async feed(mapping: string, isFed: boolean): Promise<void> {
    if (isFed === this.isFed(mapping)) return;
    if (isFed) {
      this.#paused.get(mapping)?.();
      this.#paused.delete(mapping);
      return;
    }
    const { resources, pause } = this.#options;
    const { properties } = resources.get('AWS::Lambda::EventSourceMapping', mapping);
    const fn = resources.get('AWS::Lambda::Function', properties.FunctionName);
    this.#paused.set(mapping, await pause(fn.ref));
  }
}
