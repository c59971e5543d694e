import { beforeAll, describe, expect, test } from 'vitest';
import { type Bundle, bundleBare, bundleFunction } from '../../../bench/bundles/bundle.ts';
import { bundledFunctions } from '../../../bench/bundles/bundled-functions.ts';
import { summarize } from '../../../bench/measure.ts';
import { isLong } from '../../support/run/long.ts';

/** `npm test` bundles a few of each kind: authorizers, who reads, who writes, who sends messages, and one of each further layer. */
const SAMPLE = [
  'authorizer/authorizer',
  'authorizer/console-authorizer',
  'metadata/patch-metadata',
  'processing/start-processing',
  'projects/install-plugin',
  'relay/relay',
  'videos/get-video',
  'videos/upload-video',
];
const KEYS = bundledFunctions().filter((key) => isLong || SAMPLE.includes(key));
const bundled = (...keys: string[]): string[] => keys.filter((key) => KEYS.includes(key));

const bundles = new Map<string, Bundle>();
/** Bytes by those of a bare handler, of each function that calls AWS. */
const ratios: number[] = [];

beforeAll(async () => {
  for (const key of KEYS) {
    const bundle = await bundleFunction(key);
    const bare = await bundleBare(bundle);
    bundles.set(key, bundle);
    if (bare !== null) ratios.push(bundle.bytes / bare.bytes);
  }
});

/** The functions whose bundle holds a package. */
const holding = (name: string): string[] =>
  [...bundles].filter(([, { packages }]) => packages.has(name)).map(([key]) => key);

describe('the file of a function', { tags: 'sampled' }, () => {
  test('is in the median at most 1.13 of a bare handler with the same clients of the SDK', {
    tags: 'long',
  }, () => {
    expect(ratios.length).toBeGreaterThan(20);
    expect(summarize(ratios).median).toBeLessThanOrEqual(1.13);
  });

  test('has no provider of credentials but the environment', () => {
    const packages = new Set([...bundles.values()].flatMap((bundle) => [...bundle.packages.keys()]));
    const providers = [...packages].filter((name) => /credential-provider|nested-clients|token-/.test(name));
    expect(providers).toEqual(['@aws-sdk/credential-provider-env']);
  });

  test('has an engine of regular expressions only where schemas of plugins are read', () => {
    expect(holding('re2js')).toEqual(
      bundled('metadata/patch-metadata', 'projects/apply-changes', 'projects/install-plugin'),
    );
  });

  test('verifies tokens only where the console’s callers are distinguished', () => {
    expect(holding('jose')).toEqual(['authorizer/console-authorizer']);
    expect(holding('zod')).not.toContain('authorizer/console-authorizer');
  });

  test('has nothing of the local identity provider', () => {
    expect(holding('oidc-provider')).toEqual([]);
  });

  test('has no messages of zod in other languages than English', () => {
    const others = [...bundles.values()].flatMap(({ files }) =>
      files.filter((file) => /zod\/v4\/locales\/(?!en\.)/.test(file)),
    );
    expect(others).toEqual([]);
  });

  test('has nothing that reads video files but where uploads are answered', () => {
    for (const name of ['node-av', 'onnxruntime-node', 'koffi']) expect(holding(name)).toEqual([]);
  });

  test('calls SQS only from functions that send messages', () => {
    const senders = holding('@aws-sdk/client-sqs');
    expect(senders).toContain('processing/start-processing');
    expect(senders).not.toContain('videos/get-video');
  });
});
