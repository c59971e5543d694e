/** The methods of an object in a worker, as they are called from outside. */
export type Remote<Target> = {
  [Name in keyof Target]: Target[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

interface Call {
  readonly id: number;
  readonly method: string;
  readonly args: unknown[];
}

type Outcome = { readonly id: number } & (
  | { readonly value: unknown }
  | { readonly failure: { readonly name: string; readonly message: string } }
);

/** Where messages come from and go to: a worker, or what it sees of its page. */
interface Port {
  postMessage(message: unknown, options: { transfer: Transferable[] }): void;
  onmessage: ((event: MessageEvent) => void) | null;
  /** A worker has failed to start. */
  onerror?: ((event: ErrorEvent) => void) | null;
}

/** An error that was thrown in a worker; its name is that of the error there. */
class RemoteError extends Error {
  constructor({ name, message }: { name: string; message: string }) {
    super(message);
    this.name = name;
  }
}

/** Answers the calls of `callsTo` with the methods of an object, one after another. */
export function answerCalls(port: Port, target: object): void {
  port.onmessage = ({ data: { id, method, args } }: MessageEvent<Call>) => {
    const answer = (outcome: Outcome) => port.postMessage(outcome, { transfer: [] });
    try {
      const call = Reflect.get(target, method) as (...args: unknown[]) => unknown;
      answer({ id, value: call.apply(target, args) });
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error(String(error));
      answer({ id, failure: { name, message } });
    }
  };
}

/** The methods of the object that a worker answers with. Array buffers are handed over, not copied. */
export function callsTo<Target extends object>(port: Port): Remote<Target> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let calls = 0;
  port.onmessage = ({ data }: MessageEvent<Outcome>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if ('failure' in data) call?.reject(new RemoteError(data.failure));
    else call?.resolve(data.value);
  };
  port.onerror = ({ message }) => {
    for (const { reject } of waiting.values())
      reject(new Error(message || 'The worker could not be started'));
    waiting.clear();
  };
  const caller =
    (method: string) =>
    (...args: readonly unknown[]) => {
      const id = ++calls;
      const call = Promise.withResolvers<unknown>();
      waiting.set(id, call);
      const transfer = args.filter((argument) => argument instanceof ArrayBuffer);
      port.postMessage({ id, method, args }, { transfer });
      return call.promise;
    };
  return new Proxy({} as Remote<Target>, {
    // Not a promise: `then` is no method of the worker's object.
    get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : caller(name)),
  });
}
