import type { Deployment } from './deployment/deploy.ts';

/** Prints what a rehearsal has found. @returns whether nothing is left to be mended or explained */
export async function report(deployment: Deployment): Promise<boolean> {
  const { access, failures, hidden } = deployment;
  const list = (title: string, lines: readonly string[]): void => {
    console.log(`${title}: ${lines.length}`);
    for (const line of lines) console.log(`  ${line}`);
  };
  list('Denials', access.denials);
  list('Failures', failures);
  list('Missing objects told as 403', hidden);
  list('Permissions that nobody used', access.unused());
  for (const { name, invocations, environments, memoryMb, peakMb } of await deployment.use())
    console.log(
      `${name.padEnd(40)} ${invocations} calls, ${environments} processes, ${peakMb} of ${memoryMb} MB`,
    );
  return access.denials.length + failures.length === 0;
}
