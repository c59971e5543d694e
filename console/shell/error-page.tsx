import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { reasonOf } from '../components/failure-notice.tsx';
import { CodeNotLoaded } from '../load-code.ts';
import { Page } from './page.tsx';

/** Stands in place of a page that failed to draw. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = async () => {
    // A tab that has been open since an earlier release looks for files that are gone.
    if (error instanceof CodeNotLoaded && navigator.onLine) return window.location.reload();
    reset();
    await router.invalidate();
  };
  return (
    <Page title="Something went wrong">
      <EmptyState
        icon={<TriangleAlert size={22} />}
        title="This page could not be shown"
        actions={
          <Button kind="primary" onClick={retry}>
            Try again
          </Button>
        }
      >
        <p role="alert">{error instanceof CodeNotLoaded ? reasonOf(error) : String(error)}</p>
      </EmptyState>
    </Page>
  );
}
