import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Toasts } from './components/toasts.tsx';
import type { AppRouter } from './router.tsx';
import { endSession, type Services, ServicesProvider, useServices } from './services.ts';
import { ExpiredDialog } from './session/expired-dialog.tsx';
import { onSignOutElsewhere } from './session/other-tabs.ts';

export function App({ services, router }: { services: Services; router: AppRouter }) {
  return (
    <CSPProvider disableStyleElements>
      <ServicesProvider value={services}>
        <QueryClientProvider client={services.queries}>
          <Tooltip.Provider>
            <Toasts>
              <RouterProvider router={router} />
              <ExpiredDialog />
              <SignOutElsewhere />
            </Toasts>
          </Tooltip.Provider>
        </QueryClientProvider>
      </ServicesProvider>
    </CSPProvider>
  );
}

/**
 * Ends the session of this tab when its person signs out in another: with its uploads, as the person may stay where the browser asks, and
 * with what it has written since the other tab removed everything.
 */
function SignOutElsewhere() {
  const services = useServices();
  useEffect(
    () =>
      onSignOutElsewhere(({ issuer, subject }) => {
        const { identity } = services.session.state;
        if (identity?.issuer !== issuer || identity.subject !== subject) return;
        endSession(services);
        window.location.replace('/');
      }),
    [services],
  );
  return null;
}
