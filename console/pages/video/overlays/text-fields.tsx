import { useId } from 'react';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { Select } from '../../../components/select.tsx';
import type { Proportions } from './attach-overlay.ts';
import { ColourField, fullColour } from './colour-field.tsx';
import type { Overlay } from './layer-edits.ts';
import { ShareField } from './number-field.tsx';
import { configOf, numberOf, textOf, withConfig } from './overlay-config.ts';
import styles from './overlay-form.module.css';

export interface ConfigFieldsProps {
  overlay: Overlay;
  onChange: (overlay: Overlay) => void;
  proportions: Proportions;
  /** It was just added: its text takes the focus. */
  isNew?: boolean;
}

const ALIGNMENTS = [
  { value: 'start', label: 'At the start' },
  { value: 'center', label: 'Centred' },
  { value: 'end', label: 'At the end' },
] as const;

/** The members of a `core:text` config. */
export function TextFields({ overlay, onChange, isNew = false }: ConfigFieldsProps) {
  const id = useId();
  const { text, size, color, background, align, width } = configOf(overlay);
  const change = (config: Record<string, unknown>) => onChange(withConfig(overlay, config));
  return (
    <>
      <div className={styles.wide}>
        <label htmlFor={id}>Text</label>
        <textarea
          id={id}
          ref={isNew ? selectText : undefined}
          className={styles.text}
          rows={2}
          dir="auto"
          maxLength={LIMITS.overlayText}
          value={textOf(text)}
          onChange={({ target }) => change({ text: target.value })}
        />
      </div>
      <ShareField
        label="Line height, %"
        value={numberOf(size)}
        placeholder="6"
        min={0.2}
        max={1000}
        onChange={(next) => change({ size: next })}
      />
      <ShareField
        label="Breaks at width, %"
        value={numberOf(width)}
        placeholder="80"
        min={1}
        max={1000}
        onChange={(next) => change({ width: next })}
      />
      <ColourField
        label="Text colour"
        value={fullColour(color)}
        first="#ffffff"
        onChange={(next) => change({ color: next })}
      />
      <ColourField
        label="Background"
        optional
        value={fullColour(background)}
        first="#101418b3"
        onChange={(next) => change({ background: next })}
      />
      <Select
        label="Lines"
        value={ALIGNMENTS.find(({ value }) => value === align)?.value ?? 'center'}
        onChange={(next) => change({ align: next })}
        options={ALIGNMENTS}
      />
    </>
  );
}

/** Where fingers type, a keyboard would come up over the picture. */
function selectText(field: HTMLTextAreaElement | null): void {
  if (field === null || matchMedia('(pointer: coarse)').matches) return;
  field.focus({ preventScroll: true });
  field.select();
}
