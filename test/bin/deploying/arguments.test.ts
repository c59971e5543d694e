import { expect, test } from 'vitest';
import { parseDeployArguments } from '../../../bin/deploying/arguments.ts';

test('settings go to the synth, options of the deployment are its own, and the rest goes to the CDK', () => {
  const args = ['-c', 'stage=prod', '--context', 'quotas={"a":"b=c"}', '--require-approval', 'never'];
  expect(parseDeployArguments([...args, '--keep-data', '--watch-minutes', '30', '--verbose'])).toEqual({
    stage: 'prod',
    settings: ['-c', 'stage=prod', '-c', 'quotas={"a":"b=c"}'],
    others: ['--require-approval', 'never', '--verbose'],
    keepsData: true,
    rotatesSecrets: false,
    watchMinutes: 30,
  });
});

test('the stage is dev, the data stack is deployed, and alarms are watched for a quarter of an hour, unless said otherwise', () => {
  expect(parseDeployArguments([])).toEqual({
    stage: 'dev',
    settings: [],
    others: [],
    keepsData: false,
    rotatesSecrets: false,
    watchMinutes: 15,
  });
  expect(parseDeployArguments(['--unwatched', '--watch-minutes=5']).watchMinutes).toBe(null);
  expect(parseDeployArguments(['-vv', '-cstage=prod'])).toMatchObject({ stage: 'prod', others: ['-vv'] });
});

test.each([[['-c', 'stage']], [['--watch-minutes', '0']], [['--watch-minutes', 'long']], [['-c']]])(
  '%j is refused',
  (args) => {
    expect(() => parseDeployArguments(args)).toThrow(/must|needs/);
  },
);
