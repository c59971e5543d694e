import { SERVICE_NAME } from '../../kernel/logging/logging.ts';
import { requestOrigin } from '../../kernel/logging/request-context.ts';
import { processEnvironment } from '../../kernel/runtime/environment.ts';
import { sendDocument } from './daemon.ts';
import { at, currentPlace, headerOf, newSegmentId, placeOf } from './place.ts';

/** The trace in which work is asked for here, as a field of what is kept of it; none where it is not sampled. */
export function traceOrigin(): { trace?: string } {
  const place = currentPlace();
  return place === undefined ? {} : { trace: headerOf(place) };
}

/**
 * Does work in the trace in which it was asked for, as a segment of its own. AWS links the trace of an invocation to those of
 * messages, but a table's stream carries none, nor do S3's events.
 * @param trace as `traceOrigin` gave it; without one the work is shown where it is done
 */
export async function continuing<T>(trace: string | undefined, work: () => Promise<T>): Promise<T> {
  const from = placeOf(trace);
  if (from === undefined) return work();
  const { runtime } = processEnvironment();
  const id = newSegmentId();
  const [start, elapsed] = [runtime.now(), runtime.elapsed()];
  const segment = {
    id,
    trace_id: from.traceId,
    parent_id: from.parentId,
    name: process.env.AWS_LAMBDA_FUNCTION_NAME ?? SERVICE_NAME,
    origin: 'AWS::Lambda::Function',
    start_time: start / 1000,
    annotations: requestOrigin(),
  };
  const end = (failure: object): void =>
    sendDocument(() => ({ ...segment, ...failure, end_time: (start + runtime.elapsed() - elapsed) / 1000 }));
  // Replaced at the end, which a process that is killed does not reach.
  sendDocument(() => ({ ...segment, in_progress: true }));
  try {
    const result = await at({ traceId: from.traceId, parentId: id, calls: 0 }, work);
    end({});
    return result;
  } catch (error) {
    end({ fault: true });
    throw error;
  }
}
