/** An error on its way to another process, with the fields of the system, of SQLite and of the SDK that tell its cause. */
export interface ReportedError {
  readonly name: string;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly code?: unknown;
  readonly errcode?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: number | undefined } | undefined;
}

export function describeError(error: unknown): ReportedError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { name, message, stack, code, errcode, $metadata }: ReportedError = error;
  return {
    name,
    message,
    stack,
    code,
    errcode,
    ...($metadata && { $metadata: { httpStatusCode: $metadata.httpStatusCode } }),
  };
}

export const restoreError = (reported: ReportedError): Error =>
  Object.assign(new Error(reported.message), reported);
