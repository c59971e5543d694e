import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { keyQuery } from '../../queries/keys.ts';
import { useServices } from '../../services.ts';
import styles from './key-page.module.css';
import { LastUseSentence } from './last-used.tsx';

interface RotationStepsProps {
  /** The old one. */
  apiKey: ConsoleKey;
  /** Id of the new one. */
  replacedBy: string;
  onRevoke: () => void;
}

/** How far the replacement of a key is. The keys themselves say it, so that it can be gone on with in any browser. */
export function RotationSteps({ apiKey, replacedBy, onRevoke }: RotationStepsProps) {
  const { data } = useQuery(keyQuery(useServices(), replacedBy));
  const newer = data?.key;
  const isTried = newer !== undefined && newer.lastUsedAt !== null;
  const isRevoked = apiKey.state !== 'active';
  return (
    <Card title={isRevoked ? 'This key was replaced' : 'This key is being replaced'}>
      <ol className={styles.steps}>
        <li className={styles.done}>
          <div className={styles.step}>
            <span>
              Create the new key:{' '}
              <Link to="/keys/$keyId" params={{ keyId: replacedBy }}>
                <bdi>{newer?.name ?? 'the new key'}</bdi>
              </Link>
            </span>
          </div>
        </li>
        <li className={isTried ? styles.done : undefined}>
          <div className={styles.step}>
            <span>
              Have your program use the new key. <LastUseSentence moment={newer?.lastUsedAt ?? null} />
            </span>
          </div>
        </li>
        <li className={isRevoked ? styles.done : undefined}>
          <div className={styles.step}>
            <span>
              Revoke the old key when nothing uses it any more. <LastUseSentence moment={apiKey.lastUsedAt} />
            </span>
            {!isRevoked && (
              <Button kind="danger" size="small" onClick={onRevoke}>
                Revoke the old key
              </Button>
            )}
          </div>
        </li>
      </ol>
    </Card>
  );
}
