import { expect, test } from 'vitest';
import {
  CONSOLE_HEADERS,
  consoleDirectives,
  contentSecurityPolicy,
} from '../../shared/contract/content-security-policy.ts';

const MEDIA = 'https://media.s3.eu-central-1.amazonaws.com';
const IDENTITY = ['https://cognito-idp.eu-central-1.amazonaws.com', 'https://vms.auth.amazoncognito.com'];
const directives = consoleDirectives({ media: MEDIA, identity: IDENTITY });
const policy = contentSecurityPolicy(directives);

test('the policy allows nothing that is not named, nothing inline and no evaluation', () => {
  expect(directives['default-src']).toEqual(["'none'"]);
  expect(policy).not.toMatch(/unsafe-|\*|https:(\s|;|$)|http:(\s|;|$)/);
  expect(directives['script-src']).toEqual(["'self'"]);
  expect(directives['style-src']).toEqual(["'self'"]);
});

test('pages cannot be framed, rebased, nor their forms sent elsewhere; scripts are assigned only by named policies', () => {
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain("base-uri 'none'");
  expect(policy).toContain("form-action 'self'");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toMatch(/; trusted-types [a-z-]+$/);
});

test('the bucket serves pictures and videos and takes uploads; the identity provider is only called', () => {
  const naming = (origin: string) =>
    Object.keys(directives).filter((directive) => directives[directive]?.includes(origin));
  expect(naming(MEDIA)).toEqual(['img-src', 'media-src', 'connect-src']);
  for (const origin of IDENTITY) expect(naming(origin)).toEqual(['connect-src']);
});

test('the other headers fit into one line each', () => {
  for (const value of Object.values({ ...CONSOLE_HEADERS, policy })) expect(value).toMatch(/^[\x20-\x7e]+$/);
});
