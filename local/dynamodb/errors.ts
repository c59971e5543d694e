/** An error that is sent as the answer. */
export interface DynamoDbError extends Error {
  readonly statusCode: number;
  readonly body: object;
}

export const isDynamoDbError = (error: unknown): error is DynamoDbError =>
  error instanceof Error && 'statusCode' in error && 'body' in error;

/** @param shape its name in the protocol, such as `ResourceNotFoundException` */
export const dynamoDbError = (shape: string, message: string): DynamoDbError =>
  Object.assign(new Error(message), {
    statusCode: 400,
    body: { __type: `com.amazonaws.dynamodb.v20120810#${shape}`, message },
  });
