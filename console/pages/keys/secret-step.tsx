import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { buttonClass } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { useServices } from '../../services.ts';
import { Page } from '../../shell/page.tsx';
import styles from './secret-step.module.css';

/** Shows the secret of a new key, which is not stored anywhere and goes with this step. */
export function SecretStep({ apiKey, secret }: { apiKey: ConsoleKey; secret: string }) {
  const { config } = useServices();
  // Who the key is may be asked with whatever it permits.
  const path = apiKey.scopes.includes('project:read') ? '/api/videos' : '/api/v1/whoami';
  const command = `curl -H "Authorization: Bearer ${secret}" ${config.publicApi}${path}`;
  return (
    <Page step title={`Save the secret of ${apiKey.name}`} back={{ to: '/keys', label: 'API keys' }}>
      <div className={styles.step}>
        <Notice kind="warning">
          It is shown this once. Put it where your program finds it, and nowhere else.
        </Notice>
        <CopiedText label="Secret" text={secret} />
        <CopiedText label="Try it" text={command} />
        <div className={styles.actions}>
          {apiKey.replaces === null ? (
            <Link to="/keys" className={buttonClass({ kind: 'primary' })}>
              I have saved it
            </Link>
          ) : (
            <Link
              to="/keys/$keyId"
              params={{ keyId: apiKey.replaces }}
              className={buttonClass({ kind: 'primary' })}
            >
              I have saved it: go on to the old key
            </Link>
          )}
        </div>
      </div>
    </Page>
  );
}

function CopiedText({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.label} id={id}>
        {label}
      </h2>
      <div className={styles.secret}>
        <code dir="ltr">{text}</code>
        <CopyButton text={text} label={`Copy ${label === 'Secret' ? 'secret' : 'command'}`} size="small" />
      </div>
    </section>
  );
}
