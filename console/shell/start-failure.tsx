import { CloudOff } from 'lucide-react';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { reasonOf } from '../components/failure-notice.tsx';
import { BarePage } from './bare-page.tsx';

/** Stands in place of the console when it cannot begin: without its configuration, or without the identity provider. */
export function StartFailure({ error }: { error: unknown }) {
  return (
    <BarePage>
      <EmptyState
        icon={<CloudOff size={22} />}
        title="The console could not start"
        actions={
          <Button kind="primary" onClick={() => window.location.reload()}>
            Try again
          </Button>
        }
      >
        <p role="alert">{reasonOf(error)}</p>
      </EmptyState>
    </BarePage>
  );
}
