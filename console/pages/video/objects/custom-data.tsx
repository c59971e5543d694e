import { useId } from 'react';
import { Button } from '../../../components/button.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import type { VideoObject } from '../video-data.ts';
import { dataPatch, parseData } from './data-patch.ts';
import styles from './object-details.module.css';
import { usePatchObject } from './object-edits.ts';
import type { TypedText } from './use-typed-texts.ts';

interface CustomDataProps {
  videoId: string;
  object: VideoObject;
  typed: TypedText;
}

/** The data that users keep with an object, as JSON. */
export function CustomData({ videoId, object, typed }: CustomDataProps) {
  const field = useId();
  const error = useId();
  const saved = JSON.stringify(object.customData, null, 2);
  const text = typed.text ?? saved;
  const patch = usePatchObject(videoId, object.id);
  const data = parseData(text);
  const save = () => {
    if (data === null) return;
    patch.mutate({ customData: dataPatch(object.customData, data) }, { onSuccess: typed.drop });
  };
  return (
    <details className={styles.data} open={typed.text !== null || Object.keys(object.customData).length > 0}>
      <summary>Custom data</summary>
      <label className="visually-hidden" htmlFor={field}>
        Custom data as a JSON object
      </label>
      <textarea
        id={field}
        className={styles.json}
        rows={Math.min(10, text.split('\n').length + 1)}
        spellCheck={false}
        dir="ltr"
        value={text}
        aria-invalid={data === null}
        aria-describedby={data === null ? error : undefined}
        onChange={({ target }) => typed.change(target.value, saved)}
      />
      {data === null && (
        <p id={error} className={styles.error}>
          This is not a JSON object.
        </p>
      )}
      {typed.text !== null && (
        <div className={styles.actions}>
          <Button size="small" kind="quiet" onClick={typed.drop}>
            Discard
          </Button>
          <Button size="small" disabled={data === null} busy={patch.isPending} onClick={save}>
            Save data
          </Button>
        </div>
      )}
      {patch.isError && <FailureNotice failure={patch.error} what="The data could not be saved." />}
    </details>
  );
}
