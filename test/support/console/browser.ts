interface Cookie {
  value: string;
  path: string;
}

const EXPIRED = /expires=Thu, 01 Jan 1970/i;

/** Whether a cookie of this path goes to an address of that path (RFC 6265, 5.1.4). */
const matches = (path: string, cookiePath: string): boolean =>
  path === cookiePath || path.startsWith(cookiePath.endsWith('/') ? cookiePath : `${cookiePath}/`);

/** Requests with the cookies of one browser: like it, it sends them to every port of the host. */
export class Browser {
  readonly cookies = new Map<string, Cookie>();

  /** One request; redirects are not followed. */
  async request(
    url: string | URL,
    { headers = {}, ...init }: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const { pathname } = new URL(url);
    const sent = [...this.cookies].filter(([, { path }]) => matches(pathname, path));
    const all = new Headers({ accept: 'text/html', ...headers });
    all.set('Cookie', sent.map(([name, { value }]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, redirect: 'manual', headers: all });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  /** Follows redirects up to the first that leads to `end`, or to an answer that is none. */
  async navigate(url: string | URL, end: string): Promise<{ url: URL; response: Response | null }> {
    let address = new URL(url);
    for (;;) {
      const response = await this.request(address);
      const location = response.headers.get('Location');
      if (location === null) return { url: address, response };
      address = new URL(location, address);
      if (address.href.startsWith(end)) return { url: address, response: null };
    }
  }

  #keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    const [, path = '/'] = /; path=([^;]+)/i.exec(line) ?? [];
    if (EXPIRED.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, { value, path });
  }
}
