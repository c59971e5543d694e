const CHANNEL = 'vms-sign-in';

/** How long the window waits for the tab that opened it. */
const GIVE_UP_AFTER_MS = 3000;

interface Message {
  kind: 'answer' | 'taken';
  /** Parameters of the address to which the provider sent the browser. */
  answer: string;
}

/**
 * In a window that was opened for signing in again: offers the provider's answer to the tab that asked for it. Without the
 * verifier, which that tab has in its memory, the answer is of no use to any other.
 * @returns whether the tab took it
 */
export function handOver(answer: URLSearchParams): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), GIVE_UP_AFTER_MS);
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'taken' || data.answer !== String(answer)) return;
      clearTimeout(timer);
      resolve(true);
    };
    channel.postMessage({ kind: 'answer', answer: String(answer) } satisfies Message);
  }).finally(() => channel.close());
}

/** In the tab: waits for the answer with this state. Rejects with the reason of `signal`. */
export function receiveAnswer(state: string, signal: AbortSignal): Promise<URLSearchParams> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<URLSearchParams>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      const answer = new URLSearchParams(data.answer);
      if (data.kind !== 'answer' || answer.get('state') !== state) return;
      channel.postMessage({ kind: 'taken', answer: data.answer } satisfies Message);
      resolve(answer);
    };
  }).finally(() => channel.close());
}
