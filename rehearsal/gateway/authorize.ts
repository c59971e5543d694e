import type { APIGatewayAuthorizerResult } from 'aws-lambda';
import { listOf, type PolicyDocument } from '../policies/policy.ts';
import { matchStatement } from '../policies/statements.ts';
import type { Outcome } from '../runtime/runtime-api.ts';
import { GatewayRefusal } from './gateway-answer.ts';

/**
 * What a Lambda authorizer's answer makes of a request.
 * @returns the context that the function gets, its values as texts
 * @throws {GatewayRefusal}
 */
export function readAuthorization(outcome: Outcome, methodArn: string): Record<string, unknown> {
  if (outcome.kind === 'error' && outcome.errorMessage === 'Unauthorized')
    throw new GatewayRefusal('UNAUTHORIZED');
  if (outcome.kind !== 'answer') {
    const cause = outcome.kind === 'error' ? outcome.errorMessage : 'It streams';
    throw new GatewayRefusal('AUTHORIZER_FAILURE', cause);
  }
  const result = JSON.parse(outcome.payload) as APIGatewayAuthorizerResult | null;
  if (result?.policyDocument === undefined) throw new GatewayRefusal('AUTHORIZER_CONFIGURATION_ERROR');
  const request = { action: 'execute-api:Invoke', resource: methodArn, context: {} };
  const { Statement } = result.policyDocument as unknown as PolicyDocument;
  const effects = listOf(Statement)
    .filter((statement) => matchStatement(statement, request) !== null)
    .map(({ Effect }) => Effect);
  if (!effects.includes('Allow') || effects.includes('Deny')) throw new GatewayRefusal('ACCESS_DENIED');
  const context = Object.entries(result.context ?? {}).map(([name, value]) => [name, String(value)]);
  return { ...Object.fromEntries(context), principalId: result.principalId };
}
