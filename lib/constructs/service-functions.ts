import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { Need } from '../../shared/contract/needs/need.ts';
import { GRANTS } from '../grants.ts';
import { MEMORY } from '../memory.ts';
import { type Bindable, bind } from './bind.ts';
import type { IsolatedNetwork } from './isolated-network.ts';
import { imageFunction, nodeFunction, type ServiceFunctionProps } from './service-function.ts';

type Options = Pick<ServiceFunctionProps, 'key' | 'description'> &
  Partial<Pick<ServiceFunctionProps, 'timeout' | 'memory' | 'reserved' | 'deadLetterQueue'>>;
/** What all functions have alike. */
type Shared = Pick<ServiceFunctionProps, 'logRetention' | 'tracing'> & {
  baseImage: string;
  /** File that describes added models; empty: there are none. */
  addedModels: string;
};

const ADDED_MODELS = 'models/weights/manifest.json';
/** Where functions find that file: the image has it with all of `models`, bundles get it at the same place. */
export const ADDED_MODELS_PATH = `/var/task/${ADDED_MODELS}`;

/** Makes the functions and gives each what its entry of the grants lists. */
export class ServiceFunctions {
  /** Those made so far, by their path under `functions/`. */
  readonly all = new Map<string, LambdaFunction>();
  readonly #scope: Construct;
  readonly #bindable: Bindable;
  readonly #shared: Shared;

  constructor(scope: Construct, bindable: Bindable, shared: Shared) {
    this.#scope = scope;
    this.#bindable = bindable;
    this.#shared = shared;
  }

  /** A function of one bundled file. */
  node(options: Options): LambdaFunction {
    return this.#granted(
      options.key,
      nodeFunction(this.#scope, {
        timeout: Duration.seconds(29),
        memory: MEMORY.endpoint,
        ...this.#shared,
        files: this.#filesOf(options.key),
        ...options,
      }),
    );
  }

  /** A function of the container image, which holds the decoder and the models. */
  image(options: Options & { network: IsolatedNetwork }): LambdaFunction {
    return this.#granted(
      options.key,
      imageFunction(this.#scope, {
        timeout: Duration.minutes(15),
        memory: MEMORY.worker,
        ...this.#shared,
        ...options,
      }),
    );
  }

  /** One that was made. */
  get(key: string): LambdaFunction {
    const fn = this.all.get(key);
    if (fn === undefined) throw new Error(`functions/${key} was not made`);
    return fn;
  }

  /** The functions that hand out signed URLs. */
  signers(): LambdaFunction[] {
    return [...this.all].filter(([key]) => grantOf(key).signsUrls).map(([, fn]) => fn);
  }

  /** What a bundle holds besides its code. */
  #filesOf(key: string): Record<string, string> {
    const { addedModels } = this.#shared;
    const isNeeded = addedModels !== '' && grantOf(key).settings.includes('addedModels');
    return isNeeded ? { [ADDED_MODELS]: addedModels } : {};
  }

  #granted(key: string, fn: LambdaFunction): LambdaFunction {
    bind(fn, grantOf(key), this.#bindable);
    this.all.set(key, fn);
    return fn;
  }
}

function grantOf(key: string): Required<Need> {
  const grant = GRANTS[key];
  if (grant === undefined) throw new Error(`lib/grants.ts has no row for functions/${key}`);
  return grant;
}
