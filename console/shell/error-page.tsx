import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { Page } from './page.tsx';

/** Stands in place of a page that failed to draw. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = async () => {
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
        {error instanceof Error ? error.message : String(error)}
      </EmptyState>
    </Page>
  );
}
