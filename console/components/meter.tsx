import { Meter as BaseMeter } from '@base-ui/react/meter';
import styles from './meter.module.css';

interface MeterProps {
  label: string;
  /** Left out with `max` while it is loading. */
  value?: number;
  max?: number;
  /** Nothing can be full that has no end: the words stand without a bar. */
  isUnlimited?: boolean;
  /** Value and maximum, in words. */
  text: string;
}

/** How much is used of what there may be. */
export function Meter({ label, value = 0, max = 1, isUnlimited = false, text }: MeterProps) {
  if (isUnlimited) {
    return (
      <div className={styles.meter}>
        <span>{label}</span> <span className={styles.value}>{text}</span>
      </div>
    );
  }
  const used = Math.min(value, max);
  return (
    <BaseMeter.Root className={styles.meter} value={used} max={Math.max(max, 1)} aria-valuetext={text}>
      <BaseMeter.Label>{label}</BaseMeter.Label>
      <span className={styles.value} aria-hidden="true">
        {text}
      </span>
      <BaseMeter.Track className={styles.track}>
        <BaseMeter.Indicator className={value >= max ? `${styles.fill} ${styles.full}` : styles.fill} />
      </BaseMeter.Track>
    </BaseMeter.Root>
  );
}
