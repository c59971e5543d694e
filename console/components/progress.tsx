import { Progress as BaseProgress } from '@base-ui/react/progress';
import styles from './meter.module.css';

interface ProgressProps {
  label: string;
  labelHidden?: boolean;
  /** From 0 to 1; null while it is unknown. */
  value: number | null;
  /** How far it is, in words. */
  text: string;
}

/** How far something is that goes on by itself. */
export function Progress({ label, labelHidden = false, value, text }: ProgressProps) {
  const percent = value === null ? null : Math.round(value * 100);
  return (
    <BaseProgress.Root className={styles.meter} value={percent} aria-valuetext={text}>
      <BaseProgress.Label className={labelHidden ? 'visually-hidden' : undefined}>{label}</BaseProgress.Label>
      {!labelHidden && (
        <span className={styles.value} aria-hidden="true">
          {text}
        </span>
      )}
      <BaseProgress.Track className={styles.track}>
        <BaseProgress.Indicator
          className={percent === null ? `${styles.fill} ${styles.waiting}` : styles.fill}
        />
      </BaseProgress.Track>
    </BaseProgress.Root>
  );
}
