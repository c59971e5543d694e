import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CheckboxGroup } from '../../components/checkbox-group.tsx';
import styles from '../../components/form.module.css';
import { RadioGroup } from '../../components/radio-group.tsx';
import { TextField } from '../../components/text-field.tsx';
import { VideoPicker } from '../../videos/video-picker.tsx';
import { EVENT_GROUPS } from './event-texts.ts';
import { type WebhookFormErrors, type WebhookFormValues, webhookFormErrors } from './webhook-form-values.ts';

interface WebhookFormProps {
  initial: WebhookFormValues;
  /** What the form does, as a verb with its object: "Create webhook". */
  action: string;
  busy: boolean;
  onSubmit: (values: WebhookFormValues) => void;
  /** What the service refused of the last attempt, which still stands in the fields. */
  refused: WebhookFormErrors;
  /** What the last attempt ended with otherwise. */
  outcome: ReactNode;
  /** The way back. */
  cancel: ReactNode;
}

/** Where events are sent to, and which. */
export function WebhookForm(props: WebhookFormProps) {
  const { initial, action, busy, onSubmit, refused, outcome, cancel } = props;
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState<WebhookFormValues | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const errors = { ...(tried === values && refused), ...(tried && webhookFormErrors(values)) };
  const change = (changed: Partial<WebhookFormValues>) => setValues((now) => ({ ...now, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(values);
    if (Object.keys(webhookFormErrors(values)).length === 0) onSubmit(values);
    else focusFirstError(form.current);
  };
  const isRefused = Object.keys(refused).length > 0;
  useEffect(() => {
    if (isRefused) focusFirstError(form.current);
  }, [isRefused]);

  return (
    <form className={styles.form} onSubmit={submit} noValidate ref={form}>
      <TextField
        data-first-field
        label="URL"
        hint="Where events are posted to: HTTPS, at a public address."
        type="url"
        value={values.url}
        onValueChange={(url) => change({ url })}
        error={errors.url}
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        label="Description (optional)"
        hint="What receives them, for the people who work in this account."
        value={values.description}
        onValueChange={(description) => change({ description })}
        error={errors.description}
        autoComplete="off"
      />
      <div className={styles.group}>
        <RadioGroup
          legend="Which events"
          value={values.which}
          onChange={(which) => change({ which })}
          options={[
            { value: 'all', label: 'All types', hint: 'Those of later releases included.' },
            { value: 'some', label: 'These types' },
          ]}
        />
        {values.which === 'some' && (
          <EventTypes value={values.types} onChange={(types) => change({ types })} error={errors.types} />
        )}
      </div>
      <div className={styles.group}>
        <RadioGroup
          legend="Of which videos"
          value={values.reach}
          onChange={(reach) => change({ reach })}
          options={[
            { value: 'all', label: 'All videos', hint: 'And what is about no video, such as API keys.' },
            { value: 'one', label: 'One video', hint: 'Nothing else is sent.' },
          ]}
        />
        {values.reach === 'one' && (
          <VideoPicker
            label="Video"
            value={values.video === null ? [] : [values.video]}
            onChange={(videos) => change({ video: videos.at(-1) ?? null })}
            error={errors.video}
          />
        )}
      </div>
      {outcome}
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={busy}>
          {action}
        </Button>
        {cancel}
      </div>
    </form>
  );
}

/** After the errors are drawn: the first of them takes the focus. */
const focusFirstError = (form: HTMLFormElement | null) =>
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());

interface EventTypesProps {
  value: WebhookFormValues['types'];
  onChange: (types: WebhookFormValues['types']) => void;
  error: string | undefined;
}

function EventTypes({ value, onChange, error }: EventTypesProps) {
  return (
    <>
      <div className={styles.boxed}>
        {EVENT_GROUPS.map(({ title, types }) => {
          const own = types.map(({ type }) => type);
          return (
            <CheckboxGroup
              key={title}
              legend={title}
              value={value.filter((type) => own.includes(type))}
              onChange={(chosen) => onChange([...value.filter((type) => !own.includes(type)), ...chosen])}
              options={types.map(({ type, sentence }) => ({
                value: type,
                label: <code>{type}</code>,
                hint: sentence,
              }))}
            />
          );
        })}
      </div>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </>
  );
}
