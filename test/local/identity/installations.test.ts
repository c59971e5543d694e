import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import { openLocalUsers } from '../../../cli/users/local-users.ts';
import { Browser } from '../../support/console/browser.ts';
import { identitySites } from '../../support/console/identity-sites.ts';
import { startLocalSite } from '../../support/console/local-site.ts';
import { consoleClient } from '../../support/console/sign-in.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const open = identitySites();

describe('an installation', () => {
  test('goes on after a restart: the same keys, sessions and refresh tokens', async () => {
    using folder = temporaryFolder();
    const browser = new Browser();
    const before = await startLocalSite(folder.path);
    const client = await consoleClient(before.origin, browser);
    const tokens = await client.signIn(before.demo.name, before.demo.password);
    const port = Number(new URL(before.origin).port);
    await before[Symbol.asyncDispose]();

    await using after = await startLocalSite(folder.path, { port });
    expect(after.demo).toEqual(before.demo);
    const keys = createRemoteJWKSet(new URL(String(client.server.jwks_uri)));
    await jwtVerify(tokens.access, keys, { issuer: after.local.issuer });
    expect(await client.isAskedToSignIn()).toBe(false);
    const renewed = await client.refresh(tokens.refresh);
    expect(decodeJwt(renewed.access).sub).toBe(decodeJwt(tokens.access).sub);
  });

  test('knows its users by the same identity at another port', async () => {
    using folder = temporaryFolder();
    const identityAt = async (): Promise<unknown> => {
      await using site = await startLocalSite(folder.path);
      const client = await consoleClient(site.origin);
      const { iss, sub } = decodeJwt((await client.signIn(site.demo.name, site.demo.password)).access);
      expect(site.linked).toEqual([{ issuer: iss, subject: sub }]);
      return { iss, sub };
    };
    expect(await identityAt()).toEqual(await identityAt());
  });

  test('gives the demo account to no other user, though an operator has given them the name', async () => {
    using folder = temporaryFolder();
    const first = await startLocalSite(folder.path);
    await first[Symbol.asyncDispose]();
    expect(first.linked).toHaveLength(1);
    const users = await openLocalUsers(folder.path);
    await users.delete('demo');
    await users.create('demo', 'another long password');
    users[Symbol.dispose]();
    await using again = await startLocalSite(folder.path);
    await (await consoleClient(again.origin)).signIn('demo', 'another long password');
    expect(again.local.demo).toBeNull();
    expect(again.linked).toEqual([]);
  });

  test('has no demo user where an operator had given the name before the first start', async () => {
    using folder = temporaryFolder();
    const users = await openLocalUsers(folder.path);
    await users.create('demo', 'another long password');
    users[Symbol.dispose]();
    await using site = await startLocalSite(folder.path);
    await (await consoleClient(site.origin)).signIn('demo', 'another long password');
    expect(site.local.demo).toBeNull();
    expect(site.linked).toEqual([]);
  });

  test('does not disturb another one in the same browser', async () => {
    await using one = await open();
    await using other = await open({ asCopy: false });
    const first = await one.signInAsDemo();
    const inSameBrowser = await consoleClient(other.origin, one.browser);
    expect(await inSameBrowser.isAskedToSignIn()).toBe(true);
    const second = await inSameBrowser.signIn(other.demo.name, other.demo.password);
    expect(await one.isAskedToSignIn()).toBe(false);
    expect(await inSameBrowser.isAskedToSignIn()).toBe(false);
    expect(other.demo.password).not.toBe(one.demo.password);
    const keys = createRemoteJWKSet(new URL(String(other.server.jwks_uri)));
    await jwtVerify(second.access, keys, { issuer: other.local.issuer });
    await expect(jwtVerify(first.access, keys)).rejects.toThrow();
    expect(decodeJwt(first.access).iss).not.toBe(other.local.issuer);
  });
});
