import { type FileHandle, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { ByteBudget, Reservation } from './byte-budget.ts';

/** Larger bodies go to disk while they arrive. */
const MEMORY_BYTES = 64 * 1024;

/** Of a large body so much more is taken from the budget each time: what a client only announces takes nothing from others. */
const STEP_BYTES = 1024 * 1024;

/** The body of a request, as far as it is passed on. */
export interface RequestBody {
  /** Bytes sent; if that is more than allowed, the bytes announced or received until then. */
  size: number;
  /** Absent if the body is in a file, or not passed on. */
  bytes?: Buffer;
  /** Path of a large body until it is discarded. */
  file?: string;
  /** Deletes the file. */
  discard(): Promise<void>;
}

interface BodyOptions {
  /** Bytes; longer bodies are not passed on. */
  limit: number;
  /** Path of the file that a large body is spooled to. */
  file: string;
  /** The account whose share of the budget it takes. */
  owner: string;
  budget: ByteBudget;
  /** A client that sends nothing for this many milliseconds is cut off. */
  idleMs: number;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
}

const nothing = async (): Promise<void> => undefined;

/** A file that is written while a body arrives, as far as the budget goes. */
class Spool {
  readonly file: string;
  readonly #handle: FileHandle;
  readonly #reservation: Reservation;
  #reserved = 0;
  #size = 0;

  private constructor(file: string, handle: FileHandle, reservation: Reservation) {
    this.file = file;
    this.#handle = handle;
    this.#reservation = reservation;
  }

  static async open({ file, owner, budget, signal }: BodyOptions): Promise<Spool> {
    return new Spool(file, await open(file, 'wx', 0o600), budget.reserve(owner, signal));
  }

  /** Waits for the budget. @throws when the client disconnects meanwhile, or the disk is full */
  async append(data: Buffer): Promise<void> {
    this.#size += data.length;
    for (; this.#reserved < this.#size; this.#reserved += STEP_BYTES)
      await this.#reservation.take(STEP_BYTES);
    for (let written = 0; written < data.length; ) {
      written += (await this.#handle.write(data, written)).bytesWritten;
    }
  }

  async discard(): Promise<void> {
    await this.#handle.close();
    await rm(this.file, { force: true });
    this.#reservation.release();
  }
}

/**
 * Receives a body of at most `limit` bytes. Of a longer one no more than that is read, and nothing if it is
 * announced as longer. At most 64 KiB of it are held in memory.
 * @throws when the client breaks off, or the disk is full
 */
export async function receiveBody(message: IncomingMessage, options: BodyOptions): Promise<RequestBody> {
  const { limit, idleMs } = options;
  const { socket } = message;
  const announced = Number(message.headers['content-length'] ?? 0);
  if (announced > limit) return { size: announced, discard: nothing };
  const chunks: Buffer[] = [];
  let spool: Spool | undefined;
  let size = 0;
  socket.setTimeout(idleMs);
  try {
    for await (const chunk of message.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) {
        await spool?.discard();
        return { size, discard: nothing };
      }
      chunks.push(chunk);
      if (size > MEMORY_BYTES) {
        // This wait is not the client's fault.
        socket.setTimeout(0);
        spool ??= await Spool.open(options);
        for (const kept of chunks.splice(0)) await spool.append(kept);
        socket.setTimeout(idleMs);
      }
    }
    if (spool === undefined) return { size, bytes: Buffer.concat(chunks), discard: nothing };
    const { file } = spool;
    return { size, file, discard: () => spool?.discard() ?? nothing() };
  } catch (error) {
    await spool?.discard();
    throw error;
  } finally {
    socket.setTimeout(0);
  }
}
