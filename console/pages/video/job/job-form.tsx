import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { Button } from '../../../components/button.tsx';
import { CheckboxGroup } from '../../../components/checkbox-group.tsx';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Panel } from '../../../components/panel.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useServices } from '../../../services.ts';
import { FallbackNotice } from './fallback-notice.tsx';
import styles from './job.module.css';
import type { Job } from './job-state.ts';
import { processingQuery } from './processing-query.ts';
import { useStartJob } from './use-job.ts';

const { processingFps } = LIMITS;
/** As everywhere in the console in percent. */
const CONFIDENCE = {
  min: LIMITS.confidence.min * 100,
  max: LIMITS.confidence.max * 100,
  default: LIMITS.confidence.default * 100,
};

/**
 * What a job is asked for, within the bounds of the contract.
 * @param last the job that is shown above, which says itself that it had the built-in detector
 */
export function JobForm({ videoId, last }: { videoId: string; last: Job | null }) {
  const again = last !== null;
  const { data: choices } = useQuery(processingQuery(useServices(), videoId));
  const start = useStartJob(videoId);
  const [fps, setFps] = useState(String(processingFps.default));
  const [confidence, setConfidence] = useState(String(CONFIDENCE.default));
  const [labels, setLabels] = useState('');
  const [byText, setByText] = useState(false);

  const texts = labels
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const faults = {
    fps: outside(fps, processingFps),
    confidence: outside(confidence, CONFIDENCE),
    labels: labelFault(texts, byText, choices?.model.labels),
  };
  const isValid = Object.values(faults).every((fault) => fault === undefined);

  return (
    <Panel
      title={again ? 'Detect again' : 'Detect objects'}
      onSubmit={() => {
        if (!isValid) return;
        start.mutate({
          fps: Number(fps),
          confidence: Math.round(Number(confidence) * 100) / 1e4,
          labels: texts,
          enableClip: byText,
        });
      }}
      actions={
        <Button
          type="submit"
          kind={again ? 'secondary' : 'primary'}
          busy={start.isPending}
          disabled={!isValid}
        >
          Start detection
        </Button>
      }
    >
      {again && (
        <p className={styles.remark}>
          The objects that are found replace those of the last detection. One that is found again keeps its
          name and its data; what was named and is not found again stays, and so do surfaces.
        </p>
      )}
      {choices?.model.fallback && !last?.fallback && <FallbackNotice />}
      <div className={styles.pair}>
        <TextField
          label="Frames per second"
          inputMode="decimal"
          hint={`${processingFps.min} to ${processingFps.max}; more finds faster movements`}
          error={faults.fps}
          value={fps}
          onValueChange={setFps}
        />
        <TextField
          label="Min. confidence (%)"
          inputMode="decimal"
          hint={`${CONFIDENCE.min} to ${CONFIDENCE.max}; less finds more`}
          error={faults.confidence}
          value={confidence}
          onValueChange={setConfidence}
        />
      </div>
      <TextField
        label="Labels"
        hint={
          byText
            ? 'Texts that objects are compared with, commas between them'
            : labelHint(choices?.model.labels)
        }
        error={faults.labels}
        value={labels}
        onValueChange={setLabels}
      />
      {choices?.clip && (
        <CheckboxGroup
          legend="Naming"
          value={byText ? ['clip'] : []}
          onChange={(chosen) => setByText(chosen.length > 0)}
          options={[
            {
              value: 'clip',
              label: 'Name objects by text',
              hint: 'Each object gets the text that describes it best, such as “red car”',
            },
          ]}
        />
      )}
      {start.isError && <FailureNotice failure={start.error} what="The job could not be started." />}
    </Panel>
  );
}

function outside(text: string, { min, max }: { min: number; max: number }): string | undefined {
  const value = Number(text);
  return text.trim() !== '' && value >= min && value <= max ? undefined : `A number from ${min} to ${max}`;
}

function labelFault(texts: string[], byText: boolean, known?: readonly string[]): string | undefined {
  if (texts.length > LIMITS.labels) return `At most ${LIMITS.labels} labels`;
  if (texts.some((text) => text.length > LIMITS.labelLength))
    return `At most ${LIMITS.labelLength} characters each`;
  if (byText) return texts.length === 0 ? 'At least one text' : undefined;
  const unknown = known && texts.find((text) => !known.includes(text));
  return unknown === undefined ? undefined : `The model does not know “${unknown}”`;
}

const labelHint = (known: readonly string[] = []): string =>
  known.length === 0
    ? 'Commas between them; left empty: all that the model knows'
    : `Commas between them; left empty: all that the model knows, such as ${known.slice(0, 4).join(', ')}`;
