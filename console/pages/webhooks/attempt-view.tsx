import type { WebhookAttempt } from '../../../shared/contract/schemas/webhook.ts';
import { Chip } from '../../components/chip.tsx';
import { exactTime } from '../../format.ts';
import styles from './attempt-view.module.css';

/** Why there is no answer, in short. */
const FAILURES: Readonly<Record<string, string>> = {
  'refused-url': 'Not allowed',
  'refused-address': 'Not allowed',
  dns: 'Host not found',
  connection: 'No connection',
  tls: 'TLS failed',
  protocol: 'Not HTTP',
  timeout: 'Timed out',
};

/** What came of an attempt, in short: `HTTP 503`. */
export const outcomeOf = ({ status, failure }: WebhookAttempt): string =>
  status === undefined ? (FAILURES[failure?.code ?? ''] ?? 'No answer') : `HTTP ${status}`;

const isSuccess = ({ status = 0 }: WebhookAttempt): boolean => status >= 200 && status < 300;

const durationText = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;

/** An attempt to deliver an event, and what was answered: a stranger's text, which is shown as it is. */
export function AttemptView({ attempt }: { attempt: WebhookAttempt }) {
  const { at, durationMs, answer, failure } = attempt;
  return (
    <div className={styles.attempt}>
      <p className={styles.head}>
        <Chip tone={isSuccess(attempt) ? 'success' : 'danger'}>{outcomeOf(attempt)}</Chip>
        <time dateTime={at}>{exactTime(at)}</time>
        <span className={styles.duration}>{durationText(durationMs)}</span>
      </p>
      {failure && <p className={styles.failure}>{failure.message}</p>}
      {answer && <Verbatim text={answer} />}
      {answer === '' && <p className={styles.duration}>The answer was empty.</p>}
    </div>
  );
}

/** Text in its own lines, of which nothing is taken for markup. */
export const Verbatim = ({ text }: { text: string }) => (
  <pre className={styles.verbatim} dir="auto">
    {text}
  </pre>
);
