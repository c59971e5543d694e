import type { DeployedFunctions } from './deployed-functions.ts';

interface Death {
  readonly call: RegExp;
  readonly happened: PromiseWithResolvers<void>;
}

/** Functions that are to be killed in the middle of their work: at a call to a store, which is not made any more. */
export class Deaths {
  readonly #functions: Pick<DeployedFunctions, 'kill'>;
  readonly #due = new Map<string, Death>();

  constructor(functions: Pick<DeployedFunctions, 'kill'>) {
    this.#functions = functions;
  }

  /**
   * Has a function die at its next call that fits.
   * @param call fits calls as `s3 GET /bucket/key`
   * @returns when it has died
   */
  at(functionName: string, call: RegExp): Promise<void> {
    const happened = Promise.withResolvers<void>();
    this.#due.set(functionName, { call, happened });
    return happened.promise;
  }

  /** Kills a function that is to die at a call. @returns whether it was */
  async strike(functionName: string, call: string): Promise<boolean> {
    const death = this.#due.get(functionName);
    if (death === undefined || !death.call.test(call)) return false;
    this.#due.delete(functionName);
    await this.#functions.kill(functionName);
    death.happened.resolve();
    return true;
  }
}
