import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonLook } from './button.tsx';

type CopyButtonProps = Pick<ButtonLook, 'kind' | 'size'> & {
  text: string;
  label?: string;
  /** The label is for screen readers only. */
  iconOnly?: boolean;
  onCopied?: () => void;
};

/** Puts a text into the clipboard, and says so. */
export function CopyButton({ text, label = 'Copy', iconOnly = false, onCopied, ...look }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setOutcome('copied');
        onCopied?.();
      },
      () => setOutcome('refused'),
    );
  const said = outcome === null ? label : { copied: 'Copied', refused: 'Could not copy' }[outcome];
  return (
    <>
      <Button
        {...look}
        square={iconOnly}
        aria-label={iconOnly ? label : undefined}
        icon={
          outcome === 'copied' ? (
            <Check size={14} aria-hidden="true" />
          ) : (
            <Copy size={14} aria-hidden="true" />
          )
        }
        onClick={copy}
        onBlur={() => setOutcome(null)}
      >
        {iconOnly ? null : said}
      </Button>
      <span className="visually-hidden" role="status">
        {outcome === null ? '' : said}
      </span>
    </>
  );
}
