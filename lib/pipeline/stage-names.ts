import { UnusableSetting } from '../set-up-fault.ts';

/** Where a pipeline deploys to. */
export interface Place {
  readonly partition: string;
  readonly account: string;
  readonly region: string;
}

/** CDK's limit for a qualifier, by which each stage has roles and assets of its own. */
const QUALIFIER_LENGTH = 10;

/**
 * The names of what belongs to a stage, as ARNs: those that the stacks give, and those that CloudFormation makes, which begin with the
 * name of the stack. No stage's names begin as another's do, since a stage has no dash.
 */
export class StageNames {
  readonly stage: string;
  readonly #place: Place;

  /** @throws UnusableSetting for a stage that cannot have assets of its own */
  constructor(stage: string, place: Place) {
    if (!new RegExp(`^[a-z][a-z0-9]{0,${QUALIFIER_LENGTH - 1}}$`).test(stage))
      throw new UnusableSetting(
        `-c stages: ${stage} must be a lower-case letter, then up to ${QUALIFIER_LENGTH - 1} lower-case letters and digits`,
      );
    this.stage = stage;
    this.#place = place;
  }

  /** The managed policy that no role of the stage exceeds. */
  get boundary(): string {
    return this.pipeline('boundary');
  }

  /** What belongs to the pipeline, under a name that the stage's own permissions do not fit. */
  pipeline(name: string): string {
    return `pipeline-${this.stage}-${name}`;
  }

  get region(): string {
    return this.#place.region;
  }

  arn(service: string, resource: string): string {
    const { partition, account, region } = this.#place;
    return `arn:${partition}:${service}:${region}:${account}:${resource}`;
  }

  /** Of a service that is not in a region. */
  global(service: string, resource: string): string {
    const { partition, account } = this.#place;
    return `arn:${partition}:${service}::${account}:${resource}`;
  }

  /** What has the stage's stacks in its name: `function:vms-prod-*`. */
  named(service: string, kind: string): string {
    return this.arn(service, `${kind}vms-${this.stage}-*`);
  }

  /** Objects too. */
  buckets(prefix = `vms-${this.stage}-`): string[] {
    const { partition } = this.#place;
    return [`arn:${partition}:s3:::${prefix}*`, `arn:${partition}:s3:::${prefix}*/*`];
  }

  /** The stacks of the stage. */
  stacks(): string[] {
    return ['', '-data', '-console'].map((end) =>
      this.arn('cloudformation', `stack/vms-${this.stage}${end}/*`),
    );
  }

  /** A role that `cdk bootstrap` makes for the stage: `cfn-exec`, `file-publishing`, `image-publishing`. */
  bootstrapped(role: string): string {
    const { account, region } = this.#place;
    return this.global('iam', `role/cdk-${this.stage}-${role}-role-${account}-${region}`);
  }

  /** Addresses of API Gateway. */
  get apis(): string {
    const { partition, region } = this.#place;
    return `arn:${partition}:apigateway:${region}::/*`;
  }
}
