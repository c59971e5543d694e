import { requestOrigin } from '../../kernel/logging/request-context.ts';
import { processEnvironment } from '../../kernel/runtime/environment.ts';
import { type Answer, type Call, callDocument, causeOf, type Outcome, wasSent } from './call-document.ts';
import { hasDaemon, sendDocument } from './daemon.ts';
import { currentPlace, headerOf, newSegmentId, type Place } from './place.ts';

interface Args {
  readonly input: object;
}

/** The SDK's middleware, without the types that only its own steps need. */
type Middleware = (
  next: (args: Args) => Promise<Answer>,
  context: { clientName?: string; commandName?: string },
) => (args: Args) => Promise<Answer>;

/** Around a whole call, its retries included. */
const CALL = { name: 'traceCalls', step: 'initialize', priority: 'high' } as const;

/**
 * Calls of one invocation, or of one item of work, that are sent; as many again of those that fail. X-Ray keeps 100 kB of a
 * trace that comes piece by piece ("X-Ray endpoints and quotas"), and a call takes about 400 bytes.
 */
const MOST_CALLS = 250;

/** A message carries the trace that it is sent in: Lambda links the trace of its work to it. */
function messagesIn(trace: string, input: object): object {
  const carried = { MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: trace } } };
  const carrying = (message: object) => ('MessageBody' in message ? { ...message, ...carried } : message);
  return 'Entries' in input && Array.isArray(input.Entries)
    ? { ...input, Entries: input.Entries.map(carrying) }
    : carrying(input);
}

/** Notes the beginning of a call. @returns what notes its end, and sends it */
function begin(place: Place, id: string, call: Call): (outcome: Outcome) => void {
  const { runtime } = processEnvironment();
  const [start, elapsed] = [runtime.now(), runtime.elapsed()];
  return (outcome) => {
    const failed = 'name' in outcome;
    if (!wasSent(outcome) || place.calls >= (failed ? 2 * MOST_CALLS : MOST_CALLS)) return;
    place.calls += 1;
    sendDocument(() => ({
      type: 'subsegment',
      id,
      trace_id: place.traceId,
      parent_id: place.parentId,
      start_time: start / 1000,
      end_time: (start + runtime.elapsed() - elapsed) / 1000,
      ...callDocument(call, outcome),
      ...(failed && { cause: causeOf(outcome.name, newSegmentId()) }),
      annotations: requestOrigin(),
    }));
  };
}

const traced: Middleware =
  (next, { clientName: client = '', commandName: command = '' }) =>
  async (args) => {
    const place = currentPlace();
    if (place === undefined) return next(args);
    const id = newSegmentId();
    const end = begin(place, id, { client, command, input: args.input });
    try {
      const outcome = await next({
        ...args,
        input: messagesIn(headerOf({ traceId: place.traceId, parentId: id }), args.input),
      });
      end(outcome);
      return outcome;
    } catch (error) {
      if (error instanceof Error) end(error);
      throw error;
    }
  };

/** Has X-Ray shown the calls of a client, where there is its daemon: service, operation, resource, outcome, retries and time. */
export function traceCalls(stack: { add(middleware: Middleware, place: typeof CALL): void }): void {
  if (hasDaemon()) stack.add(traced, CALL);
}
