import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** A segment or a subsegment, as far as tests and the rehearsal read it. */
export interface TraceDocument {
  readonly type?: 'subsegment';
  readonly id: string;
  readonly trace_id: string;
  readonly parent_id?: string;
  readonly name: string;
  readonly start_time: number;
  readonly end_time?: number;
  readonly in_progress?: true;
  readonly error?: true;
  readonly fault?: true;
  readonly throttle?: true;
  readonly aws?: {
    readonly operation?: string;
    readonly request_id?: string;
    readonly retries?: number;
    readonly table_name?: string;
    readonly table_names?: readonly string[];
    readonly queue_url?: string;
    readonly bucket_name?: string;
  };
  readonly http?: { readonly response: { readonly status: number } };
  readonly cause?: { readonly exceptions: readonly { readonly type: string }[] };
  readonly annotations?: { readonly requestId?: string };
}

/** The X-Ray daemon, as far as Lambda's functions see it: it takes documents by UDP, and answers nothing. */
export interface XrayDaemon {
  /** For `AWS_XRAY_DAEMON_ADDRESS`. */
  readonly address: string;
  /** Datagrams as they came. */
  readonly datagrams: readonly string[];
  /** The document of each, in the order of their coming. */
  readonly documents: readonly TraceDocument[];
  close(): Promise<void>;
}

/** Starts one on the loopback, where datagrams keep the order in which one socket sends them. */
export async function startXrayDaemon(): Promise<XrayDaemon> {
  const datagrams: string[] = [];
  const documents: TraceDocument[] = [];
  const socket = createSocket({ type: 'udp4', recvBufferSize: 8 * 1024 * 1024 });
  socket.on('message', (data) => {
    const text = data.toString();
    const [preamble, document = ''] = text.split('\n', 2);
    if (preamble !== '{"format":"json","version":1}') throw new Error(`No document of X-Ray: ${text}`);
    datagrams.push(text);
    documents.push(JSON.parse(document) as TraceDocument);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    datagrams,
    documents,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
