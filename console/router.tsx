import { createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { lazyPage } from './lazy-page.tsx';
import { CallbackPage } from './pages/callback-page.tsx';
import { LandingPage } from './pages/landing-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { readVideoSearch } from './pages/video/video-search.ts';
import { readVideosSearch } from './pages/videos/videos-search.ts';
import { leaveToSignIn, type Services } from './services.ts';
import { ErrorPage } from './shell/error-page.tsx';
import { Shell } from './shell/shell.tsx';

/** The pages of the console; their addresses are those of `CONSOLE_PAGES`. */
export function createAppRouter(services: Services) {
  const root = createRootRoute({ notFoundComponent: NotFoundPage });

  const landing = createRoute({ getParentRoute: () => root, path: '/', component: LandingPage });

  const callback = createRoute({ getParentRoute: () => root, path: '/callback', component: CallbackPage });

  /** The pages within the frame, all of which need a session. */
  const framed = createRoute({
    getParentRoute: () => root,
    id: 'framed',
    component: Shell,
    beforeLoad: async ({ location, preload }) => {
      if (preload || services.session.state.identity !== null) return;
      await leaveToSignIn(services, location.href);
      // The browser leaves the page; until then it stays as it is.
      await new Promise<never>(() => {});
    },
  });

  const videos = createRoute({
    getParentRoute: () => framed,
    path: '/videos',
    validateSearch: readVideosSearch,
    component: lazyPage(async () => (await import('./pages/videos/videos-page.tsx')).VideosPage),
  });

  const video = createRoute({
    getParentRoute: () => framed,
    path: '/videos/$id',
    validateSearch: readVideoSearch,
    component: lazyPage(async () => (await import('./pages/video/video-page.tsx')).VideoPage),
  });

  const keys = createRoute({
    getParentRoute: () => framed,
    path: '/keys',
    component: lazyPage(async () => (await import('./pages/keys/keys-page.tsx')).KeysPage),
  });

  const newKey = createRoute({
    getParentRoute: () => framed,
    path: '/keys/new',
    validateSearch: ({ replaces }: Record<string, unknown>): { replaces?: string } =>
      typeof replaces === 'string' ? { replaces } : {},
    component: lazyPage(async () => (await import('./pages/keys/new-key-page.tsx')).NewKeyPage),
  });

  const key = createRoute({
    getParentRoute: () => framed,
    path: '/keys/$keyId',
    component: lazyPage(async () => (await import('./pages/keys/key-page.tsx')).KeyPage),
  });

  const webhooks = createRoute({
    getParentRoute: () => framed,
    path: '/webhooks',
    component: lazyPage(async () => (await import('./pages/webhooks/webhooks-page.tsx')).WebhooksPage),
  });

  const newWebhook = createRoute({
    getParentRoute: () => framed,
    path: '/webhooks/new',
    component: lazyPage(async () => (await import('./pages/webhooks/new-webhook-page.tsx')).NewWebhookPage),
  });

  const webhook = createRoute({
    getParentRoute: () => framed,
    path: '/webhooks/$webhookId',
    component: lazyPage(async () => (await import('./pages/webhooks/webhook-page.tsx')).WebhookPage),
  });

  const editedWebhook = createRoute({
    getParentRoute: () => framed,
    path: '/webhooks/$webhookId/edit',
    component: lazyPage(async () => (await import('./pages/webhooks/edit-webhook-page.tsx')).EditWebhookPage),
  });

  const account = createRoute({
    getParentRoute: () => framed,
    path: '/account',
    component: lazyPage(async () => (await import('./pages/account/account-page.tsx')).AccountPage),
  });

  return createRouter({
    routeTree: root.addChildren([
      landing,
      callback,
      framed.addChildren([
        videos,
        video,
        keys,
        newKey,
        key,
        webhooks,
        newWebhook,
        webhook,
        editedWebhook,
        account,
      ]),
    ]),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
