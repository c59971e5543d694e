import type { Resource } from './resolve.ts';

/** The resources of a deployment, by type and by what refers to them. */
export class Resources {
  readonly all: readonly Resource[];

  constructor(all: readonly Resource[]) {
    this.all = all;
  }

  of(...types: readonly string[]): Resource[] {
    return this.all.filter(({ type }) => types.includes(type));
  }

  /** The resource of a type that a resolved `Ref` or ARN stands for. */
  find(type: string, reference: unknown): Resource | undefined {
    return this.all.find(
      (resource) => resource.type === type && [resource.ref, resource.arn].includes(String(reference)),
    );
  }

  /** @throws Error where there is none */
  get(type: string, reference: unknown): Resource {
    const found = this.find(type, reference);
    if (found === undefined) throw new Error(`No ${type} is called ${String(reference)}`);
    return found;
  }
}
