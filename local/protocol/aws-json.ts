/** A request of the AWS JSON protocol whose sender is known, its body complete. */
export interface AwsJsonRequest {
  readonly method: string;
  /** The `x-amz-target` header: service and operation. */
  readonly target: string;
  readonly body: string;
  /** Aborts when the client gives up or the service closes. */
  readonly signal: AbortSignal;
}

export interface AwsJsonAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a request; errors of the service are answers, too. */
export type AwsJsonResponder = (request: AwsJsonRequest) => Promise<AwsJsonAnswer>;

const CONTENT_TYPE = { 'content-type': 'application/x-amz-json-1.0' };

export const jsonAnswer = (status: number, output: object): AwsJsonAnswer => ({
  status,
  headers: CONTENT_TYPE,
  body: JSON.stringify(output),
});

/** An error of the AWS JSON protocol; `queryCode` is for services that once spoke the query protocol. */
export function errorAnswer(error: {
  status: number;
  type: string;
  queryCode: string;
  message: string;
}): AwsJsonAnswer {
  const { status, headers, body } = jsonAnswer(error.status, { __type: error.type, message: error.message });
  const fault = status < 500 ? 'Sender' : 'Receiver';
  return { status, headers: { ...headers, 'x-amzn-query-error': `${error.queryCode};${fault}` }, body };
}
