import { TABLES } from '../../shared/contract/resources.ts';
import type { Deployment } from '../deployment/deploy.ts';
import type { Resource } from '../template/resolve.ts';

/** The variables of all functions, and the stores themselves: what reaches everything, past the permissions. */
export function storeVariables({ resources, stores }: Deployment): Record<string, string> {
  const variables = resources
    .of('AWS::Lambda::Function')
    .map(
      ({ properties }) =>
        (properties.Environment as { Variables?: Record<string, string> } | undefined)?.Variables,
    );
  // No function has some of them.
  const tables = Object.entries(TABLES).map(([name, { env }]) => {
    const isTable = ({ metadata }: Resource) =>
      String(metadata['aws:cdk:path']).endsWith(`/${name}/Resource`);
    return [env, resources.of('AWS::DynamoDB::GlobalTable').find(isTable)?.ref];
  });
  return {
    ...Object.assign({}, ...variables),
    ...Object.fromEntries(tables),
    AWS_REGION: stores.region,
    AWS_ACCESS_KEY_ID: stores.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: stores.credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: stores.endpoints.dynamodb,
    AWS_ENDPOINT_URL_S3: stores.endpoints.s3,
    AWS_ENDPOINT_URL_SQS: stores.endpoints.sqs,
  };
}
