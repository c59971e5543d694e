import { type DeployArguments, UnusableArguments } from './arguments.ts';
import type { DeployedService } from './deployed-service.ts';
import { probe } from './probe.ts';

export interface DeploymentTools {
  /** Runs the CDK's command. @returns its exit status */
  readonly cdk: (args: readonly string[]) => Promise<number>;
  readonly findService: (stack: string) => Promise<DeployedService | null>;
  readonly fetch: typeof globalThis.fetch;
  readonly pause: (ended: AbortSignal) => Promise<void>;
  readonly say: (line: string) => void;
}

/** Where `cdk synth` leaves the stacks. */
const ASSEMBLY = 'cdk.out';

/**
 * Deploys the stacks of a stage one after the other, the service under the eyes of the alarms of the release before: CloudFormation
 * brings that release back when one of them is raised meanwhile, or for some minutes after.
 * @returns exit status
 * @throws UnusableArguments
 */
export async function runDeployment(args: DeployArguments, tools: DeploymentTools): Promise<number> {
  const { stage, settings, others, keepsData } = args;
  const { cdk, findService, say } = tools;
  const [data, service, console] = [`vms-${stage}-data`, `vms-${stage}`, `vms-${stage}-console`];
  const deploy = (stack: string, ...more: string[]): Promise<number> =>
    cdk(['deploy', '--app', ASSEMBLY, stack, '--exclusively', ...more, ...others]);

  const before = await findService(service);
  const secret = secretSetting(args, before);
  const synthesized = await cdk(['synth', '--quiet', ...settings, ...secret]);
  if (synthesized !== 0) return synthesized;
  if (!keepsData) {
    const status = await deploy(data);
    if (status !== 0) return status;
  }

  const status = await probed(before, tools, () => deploy(service, ...watching(args, before)));
  if (status !== 0) {
    say(`${service} is what it was before; CloudFormation's events say why. The console was not deployed.`);
    return status;
  }
  return deploy(console);
}

/** The setting by which the secret of the deployment before is kept, or another one made. One that is given by hand stays. */
function secretSetting(
  { settings, rotatesSecrets }: DeployArguments,
  before: DeployedService | null,
): string[] {
  const generation = before?.edgeSecret ?? null;
  if (settings.some((setting) => setting.startsWith('edgeSecret='))) return [];
  if (generation === null) {
    if (rotatesSecrets) throw new UnusableArguments('There is no secret yet that could be rotated.');
    return [];
  }
  return ['-c', `edgeSecret=${rotatesSecrets ? generation + 1 : generation}`];
}

/** The options that have CloudFormation watch alarms. It keeps those of the deployment before where it is given none. */
function watching({ watchMinutes }: DeployArguments, before: DeployedService | null): string[] {
  if (before === null || before.alarms.length === 0) return [];
  return watchMinutes === null
    ? ['--rollback-trigger-alarm-arns', 'none']
    : [
        ...before.alarms.flatMap((arn) => ['--rollback-trigger-alarm-arns', arn]),
        '--monitoring-time-minutes',
        String(watchMinutes),
      ];
}

/** Does something while the service is called. */
async function probed(
  before: DeployedService | null,
  { fetch, pause, say }: DeploymentTools,
  work: () => Promise<number>,
): Promise<number> {
  if (before === null) return work();
  const ended = new AbortController();
  const probing = probe({ apiUrl: before.apiUrl, fetch, pause }, ended.signal);
  const status = await work().finally(() => ended.abort());
  const { requests, faults } = await probing;
  say(`Of ${requests} requests meanwhile, ${faults.length} were not answered as they should be.`);
  for (const fault of new Set(faults)) say(`  ${fault}`);
  return status;
}
