import { type ReactNode, useId, useState } from 'react';
import { CopyButton } from '../components/copy-button.tsx';
import { Notice } from '../components/notice.tsx';
import { Tabs } from '../components/tabs.tsx';
import { ApiReferenceLink } from './api-reference-link.tsx';
import { useLeaveQuestion } from './leave-question.tsx';
import { Page } from './page.tsx';
import styles from './secret-page.module.css';

interface SecretPageProps {
  title: string;
  back: React.ComponentProps<typeof Page>['back'] & {};
  secret: string;
  /** What becomes of leaving without the secret, in sentences. */
  loss: string;
  /** What to do with it. */
  samplesTitle: string;
  samples: readonly { language: string; code: string }[];
  /** The way on, which says that the secret is saved. */
  children: ReactNode;
}

/** Shows a secret, which no other answer has and which goes with this page. */
export function SecretPage({ title, back, secret, loss, samplesTitle, samples, children }: SecretPageProps) {
  const [language, setLanguage] = useState(samples[0]?.language ?? '');
  const [isCopied, setCopied] = useState(false);
  const noteCopy = (text: string) => () => text.includes(secret) && setCopied(true);
  useLeaveQuestion(isCopied ? null : { title: 'Leave without the secret?', kind: 'danger', what: loss });
  return (
    <Page step title={title} back={back}>
      <div className={styles.step}>
        <Notice kind="warning">
          It is shown this once. Put it where your program finds it, and nowhere else.
        </Notice>
        <Section title="Secret">
          <CopiedCode text={secret} label="Copy secret" onCopied={noteCopy(secret)} />
        </Section>
        <Section title={samplesTitle}>
          <Tabs
            label="Language"
            value={language}
            onChange={setLanguage}
            tabs={samples.map((sample) => ({
              value: sample.language,
              label: sample.language,
              content: <CopiedCode text={sample.code} label="Copy sample" onCopied={noteCopy(sample.code)} />,
            }))}
          />
        </Section>
        <div className={styles.actions}>
          {children}
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
