import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Deployment } from '../deployment/deploy.ts';

/** Makes everything due that waits for the sweeper, or what there is of one video. */
export async function makeDue({ resources, stores }: Deployment, video?: string): Promise<void> {
  const { credentials, region, endpoints } = stores;
  const client = new DynamoDBClient({ credentials, region, endpoint: endpoints.dynamodb });
  const dynamodb = DynamoDBDocumentClient.from(client);
  for (const { ref: TableName, properties } of resources.of('AWS::DynamoDB::GlobalTable')) {
    const keys = properties.KeySchema as { AttributeName: string }[];
    const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName }));
    const waits = Items.filter(
      ({ sweepAt, videoId }) => sweepAt !== undefined && (video === undefined || videoId === video),
    );
    for (const item of waits) {
      const Key = Object.fromEntries(
        keys.map(({ AttributeName }) => [AttributeName, item[AttributeName] as unknown]),
      );
      const change = { UpdateExpression: 'SET sweepAt = :past', ExpressionAttributeValues: { ':past': 1 } };
      await dynamodb.send(new UpdateCommand({ TableName, Key, ...change }));
    }
  }
  dynamodb.destroy();
  client.destroy();
}
