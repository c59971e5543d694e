import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import type { ConsoleKey } from '../../../shared/contract/schemas/console/key.ts';
import { buttonClass } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useServices } from '../../services.ts';
import { ApiReferenceLink } from '../../shell/api-reference-link.tsx';
import { type Unsaved, useLeaveQuestion } from '../../shell/leave-question.tsx';
import { Page } from '../../shell/page.tsx';
import { callSamples, type SampleLanguage } from './call-samples.ts';
import styles from './secret-step.module.css';

const NOT_COPIED: Unsaved = {
  title: 'Leave without the secret?',
  kind: 'danger',
  what: 'The secret was not copied, and cannot be shown again. Without it nothing can use the key: you would have to revoke it and create another one.',
};

/** Shows the secret of a new key, which is not stored anywhere and goes with this step. */
export function SecretStep({ apiKey, secret }: { apiKey: ConsoleKey; secret: string }) {
  const { config } = useServices();
  const [language, setLanguage] = useState<SampleLanguage>('curl');
  const [isCopied, setCopied] = useState(false);
  const noteCopied = () => setCopied(true);
  useLeaveQuestion(isCopied ? null : NOT_COPIED);
  // Who the key is may be asked with whatever it permits.
  const path = apiKey.scopes.includes('project:read') ? '/api/videos' : '/api/v1/whoami';
  const samples = callSamples(`${config.publicApi}${path}`, secret);
  return (
    <Page step title={`Save the secret of ${apiKey.name}`} back={{ to: '/keys', label: 'API keys' }}>
      <div className={styles.step}>
        <Notice kind="warning">
          It is shown this once. Put it where your program finds it, and nowhere else.
        </Notice>
        <Section title="Secret">
          <CopiedCode text={secret} label="Copy secret" onCopied={noteCopied} />
        </Section>
        <Section title="Try it">
          <Tabs
            label="Language"
            value={language}
            onChange={setLanguage}
            tabs={samples.map((sample) => ({
              value: sample.language,
              label: sample.language,
              content: <CopiedCode text={sample.code} label="Copy sample" onCopied={noteCopied} />,
            }))}
          />
        </Section>
        <div className={styles.actions}>
          {apiKey.replaces === null ? (
            <Link to="/keys" className={buttonClass({ kind: 'primary' })} ignoreBlocker>
              I have saved it
            </Link>
          ) : (
            <Link
              to="/keys/$keyId"
              params={{ keyId: apiKey.replaces }}
              className={buttonClass({ kind: 'primary' })}
              ignoreBlocker
            >
              I have saved it: go on to the old key
            </Link>
          )}
          <ApiReferenceLink />
        </div>
      </div>
    </Page>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 className={styles.label} id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

function CopiedCode({ text, label, onCopied }: { text: string; label: string; onCopied: () => void }) {
  return (
    <div className={styles.secret}>
      <code dir="ltr">{text}</code>
      <CopyButton text={text} label={label} size="small" onCopied={onCopied} />
    </div>
  );
}
