import { useBlocker } from '@tanstack/react-router';
import {
  createContext,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { AlertDialog } from '../components/alert-dialog.tsx';

/** A place in the console. */
interface Place {
  readonly pathname: string;
  readonly search: object;
}

/** What is not saved on the page. */
export interface Unsaved {
  /** Asks whether to leave. */
  readonly title: string;
  /** `danger`: it is lost for good. */
  readonly kind?: 'primary' | 'danger';
  /** What it is, and what becomes of it, a sentence each; several things may have the same fate. */
  readonly what: string;
  readonly fate?: string;
  /** Whether going there counts as leaving; default: everywhere. */
  readonly isLeaving?: (from: Place, to: Place) => boolean;
}

/** All that is not saved on the page, in the order of its parts. */
class UnsavedParts {
  readonly #parts = new Set<RefObject<Unsaved | null>>();

  add(part: RefObject<Unsaved | null>): () => void {
    this.#parts.add(part);
    return () => this.#parts.delete(part);
  }

  list(): Unsaved[] {
    return [...this.#parts].flatMap(({ current }) => current ?? []);
  }

  /** It is given up: nothing is asked about it any more. */
  giveUp(): void {
    this.#parts.clear();
  }
}

const PartsContext = createContext<UnsavedParts | null>(null);

/** What is not saved on the page around which there is a `LeaveQuestion`. */
export function useUnsaved(): UnsavedParts {
  const parts = useContext(PartsContext);
  if (parts === null) throw new Error('There is no LeaveQuestion around this component');
  return parts;
}

/** Has it asked about before the page is left. @param unsaved null where there is nothing to ask about */
export function useLeaveQuestion(unsaved: Unsaved | null): void {
  const parts = useUnsaved();
  const own = useRef(unsaved);
  useEffect(() => {
    own.current = unsaved;
  });
  useEffect(() => parts.add(own), [parts]);
}

/**
 * Asks once before the page within is left, whatever is not saved on it; where the whole document goes, the browser asks in its own
 * words.
 */
export function LeaveQuestion({ children }: { children: ReactNode }) {
  const [parts] = useState(() => new UnsavedParts());
  const [asked, setAsked] = useState<readonly Unsaved[]>([]);
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      const left = parts.list().filter(({ isLeaving }) => isLeaving?.(current, next) ?? true);
      if (left.length > 0) setAsked(left);
      return left.length > 0;
    },
    enableBeforeUnload: () => parts.list().length > 0,
    withResolver: true,
  });
  return (
    <PartsContext value={parts}>
      {children}
      <AlertDialog
        open={status === 'blocked'}
        onClose={() => reset?.()}
        title={asked[0]?.title ?? ''}
        action="Leave"
        kind={asked.some(({ kind }) => kind === 'danger') ? 'danger' : 'primary'}
        onAction={() => proceed?.()}
      >
        {textOf(asked)}
      </AlertDialog>
    </PartsContext>
  );
}

function textOf(unsaved: readonly Unsaved[]): string {
  const fates = new Set(unsaved.flatMap(({ fate }) => fate ?? []));
  return [...unsaved.map(({ what }) => what), ...fates].join(' ');
}
