/** How long typing pauses before its text is taken over: a large text is not copied at every key. */
const TAKE_AFTER_MS = 300;

/** Hands on what is typed: at the first change at once, then when the typing pauses. */
export function typedText(take: (text: string) => void): {
  change: (read: () => string) => void;
  /** Hands on outstanding text now. */
  flush: () => void;
} {
  let pending: (() => string) | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let begun = false;
  const flush = () => {
    clearTimeout(timer);
    if (pending !== null) take(pending());
    pending = null;
  };
  return {
    flush,
    change(read) {
      pending = read;
      clearTimeout(timer);
      if (begun) timer = setTimeout(flush, TAKE_AFTER_MS);
      else flush();
      begun = true;
    },
  };
}
