import { Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

interface DeleteButtonProps extends Pick<ComponentProps<typeof Button>, 'onClick' | 'aria-keyshortcuts'> {
  /** What it deletes, by name. */
  of: string;
}

/** Deletes what a panel is about; stands beside its heading. */
export function DeleteButton({ of, ...button }: DeleteButtonProps) {
  return (
    <Button
      {...button}
      kind="quiet"
      size="small"
      square
      icon={<Trash2 size={14} aria-hidden="true" />}
      aria-label={`Delete ${of}`}
    />
  );
}
