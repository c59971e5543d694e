import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { synthesizeClip } from '../synthetic/synthesize-clip.ts';
import { openTestIssuer } from '../test/support/identity/open-issuer.ts';
import { deploy } from './deployment/deploy.ts';
import { type CodeOf, imageLayouts, synthesizedCode } from './deployment/function-code.ts';
import { rehearse } from './flow/rehearsed.ts';
import type { Step } from './flow/step.ts';
import { STEPS } from './flow/steps.ts';
import { report } from './report.ts';
import type { StartFunction } from './runtime/function-process.ts';
import { readStacks } from './template/stacks.ts';
import { synthesize } from './template/synthesize.ts';

interface RehearsalOptions {
  /** Output folder of `cdk synth`; made where it is not given. */
  readonly assembly?: string | undefined;
  /** The code of functions that have an image; by default the image's files as its Dockerfile lays them out. */
  readonly images?: CodeOf;
  /** Runs the functions; by default in the rehearsal's own processes. */
  readonly startFunction?: StartFunction;
  /** Steps that `startFunction` makes impossible, and why. */
  readonly skipped?: ReadonlyMap<Step, string>;
}

/**
 * Deploys the synthesized stacks on this machine, uses them, and prints how that went.
 * @returns whether nothing is left to be mended or explained
 */
export async function runRehearsal({
  assembly: given,
  images,
  startFunction,
  skipped,
}: RehearsalOptions): Promise<boolean> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vms-rehearsal-'));
  try {
    const assembly = given ?? (await synthesize(path.join(folder, 'assembly')));
    const stacks = await readStacks(assembly);
    const clip = path.join(folder, 'clip.mp4');
    await synthesizeClip(clip, { seconds: 2, width: 160, height: 90, fps: 5 });
    const printed: string[] = [];
    const issuer = await openTestIssuer();
    const deployment = await deploy({
      stacks,
      codeOf: synthesizedCode(assembly, images ?? imageLayouts(assembly, path.join(folder, 'images'))),
      issuer: issuer.issuer,
      folder,
      log: (name, text) => printed.push(`${name}: ${text}`),
      ...(startFunction && { startFunction }),
    });
    try {
      const rehearsed = await rehearse(deployment, {
        clip: new Uint8Array(await readFile(clip)),
        tokenFor: issuer.token,
      });
      let failed = false;
      for (const step of STEPS) {
        const { name, run } = step;
        const reason = skipped?.get(step);
        if (reason !== undefined) {
          console.log(`skip  ${name}: ${reason}`);
          continue;
        }
        const began = Date.now();
        const problem = await run(rehearsed).then(
          () => null,
          (error: unknown) => error,
        );
        const seconds = ((Date.now() - began) / 1000).toFixed(1);
        console.log(`${problem === null ? 'ok  ' : 'FAIL'} ${seconds} s  ${name}`);
        if (problem !== null) console.log(problem);
        failed ||= problem !== null;
      }
      const isClean = await report(deployment);
      if (failed) console.log(printed.filter((line) => /"level":"(ERROR|WARN)"/.test(line)).join(''));
      return isClean && !failed;
    } finally {
      await deployment.close();
      await issuer.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
