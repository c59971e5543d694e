import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { layOutImage } from '../../../rehearsal/runtime/image.ts';
import { temporaryFolder } from '../../support/service/test-service.ts';

async function laidOut(dockerfile: string) {
  const folder = await temporaryFolder('image');
  const context = path.join(folder, 'context');
  await mkdir(path.join(context, 'models'), { recursive: true });
  await writeFile(path.join(context, 'models/a.txt'), 'a');
  await writeFile(path.join(context, 'package.json'), '{}');
  await writeFile(path.join(context, 'Dockerfile'), dockerfile);
  return layOutImage({
    context,
    dockerfile: 'Dockerfile',
    folder: path.join(folder, 'out'),
    nodeModules: context,
  });
}

test('stages, copies, variables and commands make the files of the last stage', async () => {
  const { taskRoot, environment } = await laidOut(`
ARG BASE=public.ecr.aws/lambda/nodejs:24
FROM --platform=$BUILDPLATFORM \${BASE} AS files
WORKDIR /build
COPY package.json ./
RUN npm ci --omit=dev && \\
    # A comment within a command.
    false
COPY models ./models
RUN echo made > made.txt
FROM \${BASE} AS image
COPY --from=files /build ./
ENV MODELS=\${LAMBDA_TASK_ROOT}/models QUOTED="a b"
USER 65534
CMD ["index.handler"]
FROM image AS on-${process.arch === 'x64' ? 'amd64' : process.arch}
RUN echo "$QUOTED" > tried.txt
FROM on-\${TARGETARCH}
`);
  expect((await readdir(taskRoot)).sort()).toEqual([
    'made.txt',
    'models',
    'node_modules',
    'package.json',
    'tried.txt',
  ]);
  expect(await readdir(path.join(taskRoot, 'models'))).toEqual(['a.txt']);
  expect(await readFile(path.join(taskRoot, 'tried.txt'), 'utf8')).toBe('a b\n');
  expect(environment).toEqual({ MODELS: `${taskRoot}/models`, QUOTED: 'a b' });
});

test('a command that fails, and an instruction that is not known, fail the image', async () => {
  await expect(laidOut('FROM base\nRUN exit 3\n')).rejects.toThrow();
  await expect(laidOut('FROM base\nADD a b\n')).rejects.toThrow('ADD');
});
