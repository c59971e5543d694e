import { Link } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button, buttonClass } from '../../components/button.tsx';
import { CheckboxGroup } from '../../components/checkbox-group.tsx';
import styles from '../../components/form.module.css';
import { Notice } from '../../components/notice.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { Select } from '../../components/select.tsx';
import { TextField } from '../../components/text-field.tsx';
import { dateOf } from '../../format.ts';
import { VideoPicker } from '../../videos/video-picker.tsx';
import { EXPIRIES, expiryMoment, type KeyFormValues, keyFormErrors } from './key-form-values.ts';
import { keySummary, SCOPE_GROUPS } from './scope-texts.ts';

interface KeyFormProps {
  initial: KeyFormValues;
  busy: boolean;
  onSubmit: (values: KeyFormValues) => void;
  /** What the last attempt ended with. */
  outcome: React.ReactNode;
}

/** What a new key is to be. */
export function KeyForm({ initial, busy, onSubmit, outcome }: KeyFormProps) {
  const [values, setValues] = useState(initial);
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const name = useRef<HTMLInputElement>(null);
  useEffect(() => name.current?.focus(), []);
  const errors = tried ? keyFormErrors(values) : {};
  const change = (changed: Partial<KeyFormValues>) => setValues((now) => ({ ...now, ...changed }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(keyFormErrors(values)).length === 0) onSubmit(values);
    // After the errors are drawn: the first of them takes the focus.
    else
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  const ends = expiryMoment(values.expiry, Date.now());
  const chosenVideos = values.reach === 'all' ? null : values.videos.length;

  return (
    <form className={styles.form} onSubmit={submit} noValidate ref={form}>
      <TextField
        ref={name}
        data-first-field
        label="Name"
        hint="What the key is for, for example the program that uses it."
        value={values.name}
        onValueChange={(name) => change({ name })}
        error={errors.name}
        autoComplete="off"
      />
      <div className={styles.group}>
        <h2>Permissions</h2>
        <div className={styles.boxed}>
          {SCOPE_GROUPS.map(({ title, scopes }) => {
            const own = scopes.map(({ scope }) => scope);
            return (
              <CheckboxGroup
                key={title}
                legend={title}
                value={values.scopes.filter((scope) => own.includes(scope))}
                onChange={(chosen) =>
                  change({ scopes: [...values.scopes.filter((scope) => !own.includes(scope)), ...chosen] })
                }
                options={scopes.map(({ scope, sentence }) => ({
                  value: scope,
                  label: <code>{scope}</code>,
                  hint: sentence,
                }))}
              />
            );
          })}
        </div>
        {errors.scopes && (
          <p className={styles.error} role="alert">
            {errors.scopes}
          </p>
        )}
      </div>
      <div className={styles.group}>
        <RadioGroup
          legend="Which videos"
          value={values.reach}
          onChange={(reach) => change({ reach })}
          options={[
            { value: 'all', label: 'All videos', hint: 'Those to come included.' },
            {
              value: 'some',
              label: 'These videos',
              hint: 'Up to 100. When all of them are deleted, the key reaches nothing.',
            },
          ]}
        />
        {values.reach === 'some' && (
          <VideoPicker
            label="Videos"
            value={values.videos}
            onChange={(videos) => change({ videos })}
            error={errors.videos}
          />
        )}
      </div>
      <div className={styles.group}>
        <Select
          label="Expires after"
          value={values.expiry}
          onChange={(expiry) => change({ expiry })}
          options={EXPIRIES}
        />
        {ends === null ? (
          <Notice kind="warning">
            A key that never expires works until it is revoked, wherever it has got to.
          </Notice>
        ) : (
          <p className={styles.hint}>Works until {dateOf(ends)}.</p>
        )}
      </div>
      <Notice>{keySummary(values.scopes, chosenVideos)}</Notice>
      {outcome}
      <div className={styles.actions}>
        <Button kind="primary" type="submit" busy={busy}>
          Create key
        </Button>
        <Link to="/keys" className={buttonClass({ kind: 'quiet' })}>
          Cancel
        </Link>
      </div>
    </form>
  );
}
