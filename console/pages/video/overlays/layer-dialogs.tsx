import { useState } from 'react';
import { LIMITS } from '../../../../shared/contract/limits.ts';
import { AlertDialog } from '../../../components/alert-dialog.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { type Layer, layerName } from './layer-edits.ts';

interface NameDialogProps {
  title: string;
  action: string;
  /** The name to begin with. */
  first: string;
  onName: (name: string) => void;
  onClose: () => void;
}

/** Asks for the name of a layer. */
export function NameDialog({ title, action, first, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(first);
  const isUsable = name.trim() !== '';
  const finish = () => {
    if (!isUsable) return;
    onName(name.trim());
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={!isUsable} onClick={finish}>
            {action}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          finish();
        }}
      >
        <TextField label="Name" maxLength={LIMITS.nameLength} value={name} onValueChange={setName} />
      </form>
    </Dialog>
  );
}

interface DeleteLayerDialogProps {
  layer: Layer;
  onDelete: () => void;
  onClose: () => void;
}

export function DeleteLayerDialog({ layer, onDelete, onClose }: DeleteLayerDialogProps) {
  const count = layer.overlays.length;
  return (
    <AlertDialog
      open
      onClose={onClose}
      title={`Delete the layer “${layerName(layer)}”?`}
      action="Delete layer"
      onAction={() => {
        onDelete();
        onClose();
      }}
    >
      {count === 0
        ? 'It is empty.'
        : `With it ${count === 1 ? 'its overlay goes' : `its ${count} overlays go`}.`}{' '}
      An older version of the document keeps it and can be restored.
    </AlertDialog>
  );
}
