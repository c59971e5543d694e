import { CSPProvider } from '@base-ui/react/csp-provider';
import { Tooltip } from '@base-ui/react/tooltip';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { Toasts } from './components/toasts.tsx';
import type { AppRouter } from './router.tsx';
import { type Services, ServicesProvider } from './services.ts';
import { ExpiredDialog } from './session/expired-dialog.tsx';
import { SignOutElsewhere } from './session/sign-out-elsewhere.tsx';

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
