import { expect, test } from 'vitest';
import { parseDeployArguments } from '../../../bin/deploying/arguments.ts';
import type { DeployedService } from '../../../bin/deploying/deployed-service.ts';
import { runDeployment } from '../../../bin/deploying/run-deployment.ts';

const ALARMS = ['arn:aws:cloudwatch:eu-central-1:1:alarm:a', 'arn:aws:cloudwatch:eu-central-1:1:alarm:b'];
const SERVICE = { apiUrl: 'https://api.example.org/prod', alarms: ALARMS, edgeSecret: null };

interface Course {
  /** What is deployed before. */
  service?: DeployedService | null;
  /** Exit status of the CDK's command on a stack. */
  fails?: string;
  /** Status of a path, which may depend on how far the deployment is. */
  answers?: (path: string) => number | Error;
}

async function deployed(args: string[], { service = SERVICE, fails, answers = healthy }: Course = {}) {
  const commands: string[] = [];
  const said: string[] = [];
  const rounds = Promise.withResolvers<void>();
  const status = await runDeployment(parseDeployArguments(['-c', 'stage=prod', ...args]), {
    async cdk(command) {
      commands.push(command.join(' '));
      // The service is deployed for as long as two rounds of probes take.
      if (command.includes('vms-prod') && service !== null) await rounds.promise;
      return fails !== undefined && command.includes(fails) ? 1 : 0;
    },
    findService: async () => service,
    async fetch(url) {
      const answer = answers(String(url).replace(SERVICE.apiUrl, ''));
      if (answer instanceof Error) throw answer;
      return new Response(null, { status: answer });
    },
    async pause(ended) {
      rounds.resolve();
      if (!ended.aborted) await new Promise((resolve) => ended.addEventListener('abort', resolve));
    },
    say: (line) => said.push(line),
  });
  return { status, commands, said };
}

const healthy = (path: string): number => (path === '/api/openapi.json' ? 200 : 401);

const WATCHED = ALARMS.map((arn) => `--rollback-trigger-alarm-arns ${arn}`).join(' ');

test('a stage is synthesized once, its stacks are deployed in order, and the alarms watch the service alone', async () => {
  const { status, commands, said } = await deployed(['--require-approval', 'never']);
  expect(status).toBe(0);
  const [deploy, more] = ['deploy --app cdk.out', '--exclusively'];
  expect(commands).toEqual([
    'synth --quiet -c stage=prod',
    `${deploy} vms-prod-data ${more} --require-approval never`,
    `${deploy} vms-prod ${more} ${WATCHED} --monitoring-time-minutes 15 --require-approval never`,
    `${deploy} vms-prod-console ${more} --require-approval never`,
  ]);
  expect(said).toEqual(['Of 3 requests meanwhile, 0 were not answered as they should be.']);
});

test('a first deployment has no alarms yet that could be watched', async () => {
  const { commands, said } = await deployed([], { service: null });
  expect(commands.join()).not.toContain('rollback-trigger');
  expect(said).toEqual([]);
});

test('a release is not judged by alarms that are on already, where that is asked for', async () => {
  const { commands } = await deployed(['--unwatched']);
  expect(commands[2]).toMatch(/--rollback-trigger-alarm-arns none$/);
});

test('the secret between CloudFront and the web ACL stays, unless another is asked for', async () => {
  const service = { ...SERVICE, edgeSecret: 2 };
  const synth = async (...args: string[]) => (await deployed(args, { service })).commands[0];
  expect(await synth()).toBe('synth --quiet -c stage=prod -c edgeSecret=2');
  expect(await synth('--rotate-secrets')).toBe('synth --quiet -c stage=prod -c edgeSecret=3');
  expect(await synth('-c', 'edgeSecret=7')).toBe('synth --quiet -c stage=prod -c edgeSecret=7');
  await expect(deployed(['--rotate-secrets'])).rejects.toThrow('no secret');
});

test('an older release leaves the data stack of a newer one', async () => {
  const { commands } = await deployed(['--keep-data']);
  expect(commands.map((command) => command.split(' ')[3])).toEqual([
    'stage=prod',
    'vms-prod',
    'vms-prod-console',
  ]);
});

test('a service that is rolled back keeps its console, and the deployment says which requests failed', async () => {
  const { status, commands, said } = await deployed([], {
    fails: 'vms-prod',
    answers: (path) =>
      path === '/api/openapi.json' ? 502 : path === '/api/v1/whoami' ? 401 : new Error('reset'),
  });
  expect([status, commands.length]).toEqual([1, 3]);
  expect(said).toEqual([
    'Of 3 requests meanwhile, 2 were not answered as they should be.',
    '  GET /console/api/account reset',
    '  GET /api/openapi.json 502',
    "vms-prod is what it was before; CloudFormation's events say why. The console was not deployed.",
  ]);
});

test.each(['synth', 'vms-prod-data'])('nothing more is deployed after %s has failed', async (fails) => {
  const { status, commands } = await deployed([], { fails });
  expect([status, commands.at(-1)?.includes(fails)]).toEqual([1, true]);
});
