import { Validations } from 'aws-cdk-lib';
import {
  AuthorizationType,
  ContentHandling,
  type IResource,
  MockIntegration,
  PassthroughBehavior,
} from 'aws-cdk-lib/aws-apigateway';
import { preflightHeaders } from '../../shared/contract/gateway-responses.ts';

/** Answers the browser's question before a cross-origin request; it carries no key, so no authorizer. */
export function answerPreflight(resource: IResource, origin: string): void {
  const names = Object.entries(preflightHeaders(origin)).map(
    ([name, value]) => [`method.response.header.${name}`, `'${value}'`] as const,
  );
  const method = resource.addMethod(
    'OPTIONS',
    new MockIntegration({
      // With binary media types the gateway would hand the template bytes, and fail.
      contentHandling: ContentHandling.CONVERT_TO_TEXT,
      passthroughBehavior: PassthroughBehavior.NEVER,
      requestTemplates: { 'application/json': '{"statusCode":204}' },
      integrationResponses: [{ statusCode: '204', responseParameters: Object.fromEntries(names) }],
    }),
    {
      authorizationType: AuthorizationType.NONE,
      methodResponses: [
        { statusCode: '204', responseParameters: Object.fromEntries(names.map(([name]) => [name, true])) },
      ],
    },
  );
  Validations.of(method).acknowledge({
    id: 'AwsSolutions-APIG4',
    reason: 'A preflight request carries no credentials, and its answer tells nothing.',
  });
}
