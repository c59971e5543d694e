import { requestOrigin } from './request-context.ts';

export const SERVICE_NAME = 'video-metadata';

const SEVERITY = { DEBUG: 0, INFO: 1, WARN: 2, ERROR: 3, SILENT: 4 } as const;

type Level = Exclude<keyof typeof SEVERITY, 'SILENT'>;

/** Errors within errors are logged down to this many levels, of one further down only the message. */
const LEVELS = 5;

/** What JSON would leave out of an error, and a big integer's digits; any other value as it is. */
function described(value: unknown, levels = LEVELS): unknown {
  if (typeof value === 'bigint') return String(value);
  if (!(value instanceof Error)) return value;
  const { name, message, stack, cause } = value;
  if (levels === 0) return message;
  const errors: unknown[] | undefined = value instanceof AggregateError ? value.errors : undefined;
  return {
    name,
    message,
    stack,
    errors: errors?.map((error) => described(error, levels - 1)),
    cause: described(cause, levels - 1),
  };
}

/**
 * A line as JSON. A log must not break what it logs: an object within itself, which JSON does not know, is named instead.
 */
function jsonOf(line: object): string {
  /** The objects on the way to the value at hand, from the outermost on. */
  const path: unknown[] = [];
  return JSON.stringify(line, function (this: unknown, _name, value: unknown) {
    while (path.length > 0 && path.at(-1) !== this) path.pop();
    const reported = described(value);
    if (path.includes(value) || path.includes(reported)) return '[Circular]';
    if (typeof reported === 'object' && reported !== null) path.push(reported);
    return reported;
  });
}

/** The least severe level that is written, from `VMS_LOG_LEVEL`; read for every line, so that tests can change it. */
function threshold(): number {
  const level = process.env.VMS_LOG_LEVEL;
  return level !== undefined && Object.hasOwn(SEVERITY, level)
    ? SEVERITY[level as keyof typeof SEVERITY]
    : SEVERITY.INFO;
}

const writer =
  (level: Level) =>
  (message: string, fields: Readonly<Record<string, unknown>> = {}): void => {
    if (SEVERITY[level] < threshold()) return;
    const line = {
      level,
      message,
      timestamp: new Date().toISOString(),
      service: SERVICE_NAME,
      xrayTraceId: /Root=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID ?? '')?.[1],
      ...requestOrigin(),
      ...fields,
    };
    // As console does it: a command's own output is not mixed with what went wrong.
    process[level === 'WARN' || level === 'ERROR' ? 'stderr' : 'stdout'].write(`${jsonOf(line)}\n`);
  };

/**
 * Structured log lines: one JSON object a line, warnings and errors on standard error, others on standard output; Lambda
 * takes both as they are. Secrets and presigned addresses are never handed to it.
 */
export const logger = {
  info: writer('INFO'),
  warn: writer('WARN'),
  error: writer('ERROR'),
} as const;
