import type { Deployment } from './deployment/deploy.ts';
import { unreachedFunctions } from './deployment/unreached-functions.ts';
import { byAction, explain } from './unused-permissions.ts';

/** Prints what a rehearsal has found. @returns whether nothing is left to be mended or explained */
export async function report(deployment: Deployment): Promise<boolean> {
  const { access, failures, hidden } = deployment;
  const list = (title: string, lines: readonly string[]): void => {
    console.log(`${title}: ${lines.length}`);
    for (const line of lines) console.log(`  ${line}`);
  };
  const unreached = unreachedFunctions(deployment.resources);
  list('Functions that nothing calls', unreached);
  list('Denials', access.denials);
  list('Failures', failures);
  list('Missing objects answered with 403', hidden);
  const unused = access.unused();
  const { explained, unexplained, stale } = explain(unused);
  console.log(`Permissions that no call has used: ${unused.length}`);
  for (const { because, permissions } of explained) {
    console.log(`  ${permissions.length}: ${because}`);
    for (const line of byAction(permissions)) console.log(`    ${line}`);
  }
  list('  of these not explained', unexplained);
  list('Explanations that explain nothing', stale);
  for (const { name, invocations, environments, memoryMb, peakMb } of await deployment.use())
    console.log(
      `${name.padEnd(40)} ${invocations} calls, ${environments} processes, ${peakMb} of ${memoryMb} MB`,
    );
  return [unreached, access.denials, failures, unexplained, stale].every(({ length }) => length === 0);
}
