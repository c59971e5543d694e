import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { LandingPage } from './pages/landing-page.tsx';
import { NotFoundPage } from './pages/not-found-page.tsx';
import { ErrorPage } from './shell/error-page.tsx';
import { Shell } from './shell/shell.tsx';

const root = createRootRoute({ notFoundComponent: NotFoundPage });

const landing = createRoute({ getParentRoute: () => root, path: '/', component: LandingPage });

/** The pages within the frame. */
const framed = createRoute({ getParentRoute: () => root, id: 'framed', component: Shell });

const videos = createRoute({
  getParentRoute: () => framed,
  path: '/videos',
  component: lazyRouteComponent(() => import('./pages/videos/videos-page.tsx'), 'VideosPage'),
});

const video = createRoute({
  getParentRoute: () => framed,
  path: '/videos/$id',
  component: lazyRouteComponent(() => import('./pages/video/video-page.tsx'), 'VideoPage'),
});

const keys = createRoute({
  getParentRoute: () => framed,
  path: '/keys',
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
});

const account = createRoute({
  getParentRoute: () => framed,
  path: '/account',
  component: lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
});

export const router = createRouter({
  routeTree: root.addChildren([landing, framed.addChildren([videos, video, keys, account])]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ErrorPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
