import { randomBytes } from 'node:crypto';
import {
  startXrayDaemon,
  type TraceDocument,
  type XrayDaemon,
} from '../../test/support/tracing/xray-daemon.ts';

/** A segment with the segments of other traces that it follows from. */
export interface Segment extends TraceDocument {
  readonly links: readonly { readonly trace_id: string; readonly id: string }[];
}

/** What of an event tells where it comes from. */
interface Origin {
  readonly requestContext?: { readonly requestId: string };
  readonly Records?: readonly { readonly attributes?: { readonly AWSTraceHeader?: string } }[];
}

const UNSAMPLED = 'Root=1-00000000-000000000000000000000000;Sampled=0';

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');
const newTrace = (): string => `1-${Math.floor(Date.now() / 1000).toString(16)}-${hex(12)}`;

/** The segments that a message's trace header names. */
function linksOf({ Records = [] }: Origin): Segment['links'] {
  return Records.flatMap(({ attributes }) => {
    const [, trace_id, id] =
      /Root=([^;]+);Parent=([^;]+);Sampled=1/.exec(attributes?.AWSTraceHeader ?? '') ?? [];
    return trace_id === undefined || id === undefined ? [] : [{ trace_id, id }];
  });
}

/**
 * What API Gateway, Lambda and X-Ray do about traces, all of them sampled: requests and invocations are segments, and that of an
 * invocation by messages is linked to where these were sent. Functions send theirs to the daemon.
 */
export class Traces {
  readonly #daemon: XrayDaemon;
  readonly #segments: Segment[] = [];
  /** Of requests to the API, by their ids. */
  readonly #requests = new Map<string, Segment>();

  private constructor(daemon: XrayDaemon) {
    this.#daemon = daemon;
  }

  static async start(): Promise<Traces> {
    return new Traces(await startXrayDaemon());
  }

  get daemonAddress(): string {
    return this.#daemon.address;
  }

  /** The segment of a request to the API. */
  ofRequest(requestId: string): Segment | undefined {
    return this.#requests.get(requestId);
  }

  /** What is known by now: of segments and subsegments that were sent twice the last. */
  get documents(): readonly (TraceDocument | Segment)[] {
    return [...new Map([...this.#segments, ...this.#daemon.documents].map((one) => [one.id, one])).values()];
  }

  /** Begins the invocation of a function. @returns the header for its process, and what notes its end */
  begin(name: string, isTraced: boolean, event: unknown): { header: string; end: () => void } {
    if (!isTraced) return { header: UNSAMPLED, end: () => undefined };
    const origin = event as Origin | null;
    const request = this.#requestOf(origin?.requestContext?.requestId);
    const segment: Segment = {
      name,
      id: hex(8),
      trace_id: request?.trace_id ?? newTrace(),
      ...(request && { parent_id: request.id }),
      start_time: Date.now() / 1000,
      links: linksOf(origin ?? {}),
    };
    const header = `Root=${segment.trace_id};Parent=${segment.id};Sampled=1;Lineage=1:00000000:0`;
    return {
      header,
      end: () => void this.#segments.push({ ...segment, end_time: Date.now() / 1000 }),
    };
  }

  close(): Promise<void> {
    return this.#daemon.close();
  }

  #requestOf(requestId: string | undefined): Segment | undefined {
    if (requestId === undefined) return undefined;
    const known = this.#requests.get(requestId);
    if (known !== undefined) return known;
    const segment = {
      name: 'API',
      id: hex(8),
      trace_id: newTrace(),
      start_time: Date.now() / 1000,
      links: [],
    };
    this.#requests.set(requestId, segment);
    this.#segments.push(segment);
    return segment;
  }
}
