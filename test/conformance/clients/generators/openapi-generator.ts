import path from 'node:path';
import { installed } from '../../installed.ts';
import { quietly } from '../command-output.ts';

export const OPENAPI_GENERATOR_VERSION = '7.25.0';

/** The archive of openapi-generator, from Maven Central. */
async function archive(): Promise<string> {
  const name = `openapi-generator-cli-${OPENAPI_GENERATOR_VERSION}`;
  const folder = await installed(name, async (empty) => {
    const artifact = `org.openapitools:openapi-generator-cli:${OPENAPI_GENERATOR_VERSION}`;
    await quietly('mvn', [
      '-q',
      '-B',
      'dependency:copy',
      `-Dartifact=${artifact}`,
      `-DoutputDirectory=${empty}`,
    ]);
  });
  return path.join(folder, `${name}.jar`);
}

/**
 * Makes a client by openapi-generator, without the tests and pages that it would add.
 * @param language as its option `-g` takes it
 * @param properties of the language, each `name=value`
 */
export async function openapiGenerator(
  language: string,
  description: string,
  folder: string,
  properties: readonly string[] = [],
): Promise<void> {
  await quietly('java', [
    '-jar',
    await archive(),
    'generate',
    ...['-g', language, '-i', description, '-o', folder],
    ...['--global-property', 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false'],
    ...properties.flatMap((property) => ['-p', property]),
  ]);
}
