/** How the web ACL distinguishes people who use the console, all of whom reach the API through CloudFront. */
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { EDGE_SECRET_HEADER, VIEWER_ADDRESS_HEADER } from '../../lib/constructs/edge-secret.ts';
import { viewerAddressCode } from '../../lib/constructs/viewer-address.ts';
import { logicalId, only, propertiesOf, resourcesOf, synthesize } from './synthesized.ts';

const production = synthesize({
  profile: 'production',
  alarmTopicArn: 'arn:aws:sns:eu-central-1:123456789012:o',
});
const personal = synthesize({ profile: 'personal' });

interface Rate {
  AggregateKeyType: string;
  ForwardedIPConfig?: object;
  ScopeDownStatement: Record<string, unknown>;
}

interface Match {
  ByteMatchStatement: { FieldToMatch: object; PositionalConstraint: string; SearchString: unknown };
}

const { Rules } = only(production.service, 'AWS::WAFv2::WebACL').Properties as {
  Rules: { Priority: number; Action: object; Statement: { RateBasedStatement: Rate } }[];
};
const [viewer, address] = Rules.map(({ Statement }) => Statement.RateBasedStatement);
const fromEdge = viewer?.ScopeDownStatement as unknown as Match;

/** The behaviour of the console's API, and where it leads. */
function apiBehaviour({ console }: typeof production) {
  const { CacheBehaviors, Origins } = only(console, 'AWS::CloudFront::Distribution').Properties
    .DistributionConfig as {
    CacheBehaviors: {
      TargetOriginId: string;
      FunctionAssociations?: { FunctionARN: object; EventType: string }[];
    }[];
    Origins: { Id: string; OriginCustomHeaders?: { HeaderName: string; HeaderValue: unknown }[] }[];
  };
  const [behaviour] = CacheBehaviors;
  return { behaviour, origin: Origins.find(({ Id }) => Id === behaviour?.TargetOriginId), origins: Origins };
}

test('a request counts for the address that CloudFront passes on, where it has the secret; else for that which it comes from', () => {
  expect(viewer).toMatchObject({
    AggregateKeyType: 'FORWARDED_IP',
    ForwardedIPConfig: { HeaderName: VIEWER_ADDRESS_HEADER },
  });
  expect(fromEdge.ByteMatchStatement).toMatchObject({
    FieldToMatch: { SingleHeader: { Name: EDGE_SECRET_HEADER } },
    PositionalConstraint: 'EXACTLY',
  });
  expect(address).toMatchObject({ AggregateKeyType: 'IP' });
  expect(address?.ScopeDownStatement).toEqual({ NotStatement: { Statement: fromEdge } });
  for (const { Action } of Rules) expect(Action).toEqual({ Block: {} });
});

test('the secret is generated, in no template, and the same to CloudFront and the web ACL', () => {
  const [[id] = ['']] = resourcesOf(production.service, 'AWS::SecretsManager::Secret');
  const asked = (value: unknown): string => JSON.stringify(value);
  expect(asked(fromEdge.ByteMatchStatement.SearchString)).toMatch(/\{\{resolve:secretsmanager:/);
  expect(asked(fromEdge.ByteMatchStatement.SearchString)).toContain(`"Ref":"${id}"`);
  const { origin, origins } = apiBehaviour(production);
  expect(origin?.OriginCustomHeaders?.map(({ HeaderName }) => HeaderName)).toEqual([EDGE_SECRET_HEADER]);
  const sent = asked(origin?.OriginCustomHeaders?.[0]?.HeaderValue);
  expect(sent).toMatch(/\{\{resolve:secretsmanager:/);
  expect(sent).toContain(id);
  // The bucket gets no configuration.
  expect(origins.filter(({ OriginCustomHeaders }) => OriginCustomHeaders !== undefined)).toEqual([origin]);
});

test('during a rotation the web ACL knows the new secret and the one before, and CloudFront sends the new one', () => {
  const rotated = synthesize({ profile: 'production', edgeSecret: 2 });
  const secrets = [...resourcesOf(rotated.service, 'AWS::SecretsManager::Secret').keys()];
  const before = [...resourcesOf(production.service, 'AWS::SecretsManager::Secret').keys()];
  expect(secrets).toHaveLength(2);
  // The one that CloudFront sends until its stack is deployed.
  expect(secrets).toEqual(expect.arrayContaining(before));
  const { Rules } = only(rotated.service, 'AWS::WAFv2::WebACL').Properties as {
    Rules: { Statement: { RateBasedStatement: Rate } }[];
  };
  const [viewer, address] = Rules.map(({ Statement }) => Statement.RateBasedStatement);
  const accepted = viewer?.ScopeDownStatement as { OrStatement?: { Statements: Match[] } };
  const named = (value: unknown) => secrets.filter((id) => JSON.stringify(value).includes(`"Ref":"${id}"`));
  expect((accepted.OrStatement?.Statements ?? []).flatMap(named).sort()).toEqual([...secrets].sort());
  expect(address?.ScopeDownStatement).toEqual({ NotStatement: { Statement: viewer?.ScopeDownStatement } });
  const sent = JSON.stringify(apiBehaviour(rotated).origin?.OriginCustomHeaders?.[0]?.HeaderValue);
  for (const id of secrets) expect(sent.includes(id)).toBe(!before.includes(id));
});

test("the address that a caller claims is overwritten by CloudFront's function", () => {
  const { behaviour } = apiBehaviour(production);
  const [association] = behaviour?.FunctionAssociations ?? [];
  expect(association?.EventType).toBe('viewer-request');
  const id = logicalId(association?.FunctionARN, production);
  const { FunctionCode: code } = propertiesOf(production.console, 'AWS::CloudFront::Function', id);
  expect(code).toBe(viewerAddressCode());
  const event = {
    viewer: { ip: '2001:db8::7' },
    request: { headers: { [VIEWER_ADDRESS_HEADER]: { value: '192.0.2.1' }, 'if-match': { value: '"1"' } } },
  };
  const { headers } = runInNewContext(`${code}\nhandler(event)`, { event }) as typeof event.request;
  expect(headers).toEqual({
    [VIEWER_ADDRESS_HEADER]: { value: '2001:db8::7' },
    'if-match': { value: '"1"' },
  });
});

test('without a web ACL there is no secret, and no function before the API', () => {
  expect(resourcesOf(personal.service, 'AWS::SecretsManager::Secret').size).toBe(0);
  const { behaviour, origin } = apiBehaviour(personal);
  expect([behaviour?.FunctionAssociations, origin?.OriginCustomHeaders]).toEqual([undefined, undefined]);
});
