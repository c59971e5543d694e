/** The page of the editor's tests: a view of a video's document, as the address says. */
import '../../../console/zod-without-eval.ts';
import '../../../console/design/base.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createClient } from '../../../client/client.ts';
import { buttonClass } from '../../../console/components/button.tsx';
import { Toasts } from '../../../console/components/toasts.tsx';
import { DocumentEditor } from '../../../console/pages/video/editor/document-editor.tsx';
import { documentSource } from '../../../console/pages/video/editor/document-source.ts';
import { draftStore } from '../../../console/pages/video/editor/draft.ts';
import { UserStorage } from '../../../console/session/user-storage.ts';
import { LeaveQuestion } from '../../../console/shell/leave-question.tsx';

const setting = new URLSearchParams(window.location.search);
const read = (name: string): string => setting.get(name) ?? '';

const client = createClient({ apiUrl: read('api'), apiKey: read('key') });
const identity = { issuer: 'https://issuer.test', subject: read('subject'), name: null };
const storage = new UserStorage(localStorage, 'installation', identity, () => true);
const source = documentSource(client, read('video'));
const drafts = draftStore(storage, 'account', read('video'));
const ignore = () => {};

function Views() {
  return (
    <main style={{ padding: 'var(--space-6)', maxWidth: 960 }}>
      <h1>Launch film</h1>
      <DocumentEditor source={source} drafts={drafts} onSaved={ignore} />
      <Link to="/elsewhere" className={buttonClass({})}>
        Elsewhere
      </Link>
    </main>
  );
}

const root = createRootRoute({
  component: () => (
    <LeaveQuestion>
      <Outlet />
    </LeaveQuestion>
  ),
});
const here = createRoute({ getParentRoute: () => root, path: '/', component: Views });
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '/elsewhere',
  component: () => <h1>Elsewhere</h1>,
});
const router = createRouter({ routeTree: root.addChildren([here, elsewhere]) });

const host = document.getElementById('root');
if (host === null) throw new Error('The page has no #root');
createRoot(host).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={new QueryClient()}>
        <Toasts>
          {/* biome-ignore lint/suspicious/noExplicitAny: the type of the console's own router is registered */}
          <RouterProvider router={router as any} />
        </Toasts>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
