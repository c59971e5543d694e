/** Deploys the synthesized stacks on this machine and uses them: `npm run rehearse`. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { synthesizeClip } from '../synthetic/synthesize-clip.ts';
import { openTestIssuer } from '../test/support/identity/open-issuer.ts';
import { deploy } from './deployment/deploy.ts';
import { synthesizedCode } from './deployment/function-code.ts';
import { rehearse } from './flow/rehearsed.ts';
import { STEPS } from './flow/steps.ts';
import { report } from './report.ts';
import { readStacks } from './template/stacks.ts';
import { synthesize } from './template/synthesize.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const folder = await mkdtemp(path.join(tmpdir(), 'vms-rehearsal-'));
try {
  const assembly = process.argv[2] ?? (await synthesize(path.join(folder, 'assembly')));
  const clip = path.join(folder, 'clip.mp4');
  await synthesizeClip(clip, { seconds: 2, width: 160, height: 90, fps: 5 });
  const printed: string[] = [];
  const issuer = await openTestIssuer();
  const deployment = await deploy({
    stacks: await readStacks(assembly),
    codeOf: synthesizedCode(assembly, path.join(folder, 'images')),
    issuer: issuer.issuer,
    folder,
    log: (name, text) => printed.push(`${name}: ${text}`),
  });
  try {
    const rehearsed = await rehearse(deployment, {
      clip: new Uint8Array(await readFile(clip)),
      tokenFor: issuer.token,
    });
    let failed = false;
    for (const { name, run } of STEPS) {
      const began = Date.now();
      const problem = await run(rehearsed).then(
        () => null,
        (error: unknown) => error,
      );
      console.log(
        `${problem === null ? 'ok  ' : 'FAIL'} ${((Date.now() - began) / 1000).toFixed(1)} s  ${name}`,
      );
      if (problem !== null) console.log(problem);
      failed ||= problem !== null;
    }
    const isClean = await report(deployment);
    if (failed) console.log(printed.filter((line) => /"level":"(ERROR|WARN)"/.test(line)).join(''));
    process.exitCode = failed || !isClean ? 1 : 0;
  } finally {
    await deployment.close();
    await issuer.close();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
