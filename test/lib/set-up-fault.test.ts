import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { sampledRows } from '../support/run/long.ts';

/** Runs the CDK app as `cdk synth` does, with these settings, to its failure. */
const failureOf = (context: Record<string, unknown>) =>
  new Promise<{ code: unknown; stderr: string }>((resolve) => {
    const env = { ...process.env, CDK_CONTEXT_JSON: JSON.stringify(context) };
    const cwd = new URL('../..', import.meta.url);
    execFile(process.execPath, ['bin/app.ts'], { env, cwd }, (error, _, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });

test.each(
  sampledRows([
    [
      'settings that cannot be used',
      { stage: 'PROD', nosuch: 1 },
      expect.stringMatching(
        /^-c stage="PROD": must be a lower-case letter.*\n-c nosuch: is no setting; there are profile, stage, .*\n$/,
      ),
    ],
    [
      'a model that is not known',
      { detectorModel: 'none' },
      expect.stringMatching(/^-c detectorModel="none": is no model; there are [\w, -]+\n$/),
    ],
  ]),
)(
  'a synth that fails by %s says so, a line each, without a stack',
  { tags: 'sampled' },
  async (_, context, message) => {
    expect(await failureOf(context)).toEqual({ code: 1, stderr: message });
  },
);
