import type { Answer } from '../read-answer.ts';

/** An answer that is under way: awaited, it gives the body. */
export interface Call<Body, Etag extends number | null = null> extends Promise<Body> {
  /** The body with the version of the document, the status and the headers. */
  withResponse(): Promise<Answer<Body, Etag>>;
}

/** One page of a list; iterated, it gives the items of this page and of all that follow. */
export interface PagedCall<Page, Item> extends Call<Page, number | null>, AsyncIterable<Item> {}

/** Gives the bodies of answers, without a second promise that could be rejected unseen. */
class PendingCall<Body> implements Call<Body, number | null> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answer: Promise<Answer<Body>>;

  constructor(answer: Promise<Answer<Body>>) {
    this.#answer = answer;
  }

  withResponse(): Promise<Answer<Body>> {
    return this.#answer;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then: Promise<Body>['then'] = (onFulfilled, onRejected) =>
    this.#answer.then(({ body }) => body).then(onFulfilled, onRejected);

  catch: Promise<Body>['catch'] = (onRejected) => this.then(undefined, onRejected);

  finally: Promise<Body>['finally'] = (onFinally) => this.#answer.then(({ body }) => body).finally(onFinally);
}

export const callOf = <Body>(answer: Promise<Answer<Body>>): Call<Body, number | null> =>
  new PendingCall(answer);

type Page = Readonly<Record<string, unknown>>;

/** What the query of the next page has instead; null after the last one. */
function nextPage(
  { nextCursor, page, pageSize, total }: Page,
  isEmpty: boolean,
): Record<string, unknown> | null {
  // A cursor stands in place of a page.
  if (typeof nextCursor === 'string') return { cursor: nextCursor, page: undefined };
  if (typeof page !== 'number' || typeof total !== 'number' || isEmpty) return null;
  return page * Number(pageSize) < total ? { page: page + 1 } : null;
}

/**
 * @param items the member of a page that is the list
 * @param read asks for another page, by what its query has instead
 */
export function pagedCallOf(
  first: Promise<Answer<Page>>,
  items: string,
  read: (change: Record<string, unknown>) => Promise<Answer<Page>>,
): PagedCall<Page, unknown> {
  return Object.assign(callOf(first), {
    async *[Symbol.asyncIterator](): AsyncGenerator<unknown, void> {
      let { body } = await first;
      for (;;) {
        const list = body[items] as unknown[];
        yield* list;
        const next = nextPage(body, list.length === 0);
        if (next === null) return;
        ({ body } = await read(next));
      }
    },
  });
}
