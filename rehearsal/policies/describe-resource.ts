import type { Resources } from '../template/resources.ts';

/** Names an ARN or reference by the path of its construct: `videos/index/by-sweep`, `Media/uploads/*`. */
export function describeResource(arn: string, { all }: Resources): string {
  const [owner] = all
    .filter((resource) => [resource.arn, resource.ref].some((name) => isWithin(arn, name)))
    .sort((a, b) => b.arn.length - a.arn.length);
  const path = owner?.metadata['aws:cdk:path'];
  if (owner === undefined || typeof path !== 'string') return arn;
  const name = isWithin(arn, owner.arn) ? owner.arn : owner.ref;
  return path.replace(/^[^/]+\/|\/Resource$/g, '') + arn.slice(name.length);
}

const isWithin = (arn: string, name: string): boolean => arn === name || arn.startsWith(`${name}/`);
