/** The network as the browser knows it. */
export interface Network {
  /** @param lost called each time it is lost, at once where it is lost already. @returns ends that */
  watch(lost: () => void): () => void;
  /** Resolves when it is there, or when the signal aborts. */
  back(signal: AbortSignal): Promise<void>;
}

export const browserNetwork: Network = {
  watch(lost) {
    window.addEventListener('offline', lost);
    if (!navigator.onLine) lost();
    return () => window.removeEventListener('offline', lost);
  },
  back: (signal) =>
    new Promise((resolve) => {
      if (navigator.onLine || signal.aborted) return resolve();
      const end = () => {
        window.removeEventListener('online', end);
        signal.removeEventListener('abort', end);
        resolve();
      };
      window.addEventListener('online', end);
      signal.addEventListener('abort', end);
    }),
};
