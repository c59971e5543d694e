import styles from './copied-value.module.css';
import { CopyButton } from './copy-button.tsx';

interface CopiedValueProps {
  /** What it is, within the name of its button: `id`. */
  name: string;
  /** As it is shown. */
  text: string;
  /** What is copied, for programs; default: the text. */
  value?: string;
}

/** A value of a list of facts, with a button that copies it. */
export function CopiedValue({ name, text, value = text }: CopiedValueProps) {
  return (
    <span className={styles.copied}>
      <bdi>{text}</bdi>
      <CopyButton kind="quiet" size="small" iconOnly label={`Copy ${name}`} text={value} />
    </span>
  );
}
