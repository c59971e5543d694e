import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { buttonClass } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { BarePage } from '../shell/bare-page.tsx';

export function NotFoundPage() {
  return (
    <BarePage title="Page not found">
      <EmptyState
        icon={<Compass size={22} />}
        title="There is nothing at this address"
        actions={
          <Link to="/videos" className={buttonClass({ kind: 'primary' })}>
            Go to your videos
          </Link>
        }
      >
        The address may be mistyped, or what it led to was deleted.
      </EmptyState>
    </BarePage>
  );
}
