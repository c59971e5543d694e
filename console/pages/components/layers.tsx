import { Copy, StepForward, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { AlertDialog } from '../../components/alert-dialog.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Menu, MenuChoice, MenuItem } from '../../components/menu.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useToast } from '../../components/toasts.tsx';
import { Tooltip } from '../../components/tooltip.tsx';
import styles from './components-page.module.css';

const TABS = [
  { value: 'objects', label: 'Objects', content: <p>What was found.</p> },
  { value: 'versions', label: 'Versions', content: <p>What was stored.</p> },
] as const;
const SPEEDS = [
  { value: '0.5', label: 'Half' },
  { value: '1', label: 'Normal' },
] as const;

/** What lies above the page, and what lies behind another. */
export function Layers() {
  const [open, setOpen] = useState<'dialog' | 'question' | null>(null);
  const [tab, setTab] = useState<'objects' | 'versions'>('objects');
  const [speed, setSpeed] = useState<'0.5' | '1'>('1');
  const toast = useToast();
  const close = () => setOpen(null);
  return (
    <>
      <Card title="Layers">
        <div className={styles.row}>
          <Button onClick={() => setOpen('dialog')}>Dialog</Button>
          <Button onClick={() => setOpen('question')}>Question</Button>
          <Menu align="start" trigger={<Button>Menu</Button>}>
            <MenuItem
              icon={<Copy size={16} aria-hidden="true" />}
              onClick={() => toast({ title: 'Id copied' })}
            >
              Copy id
            </MenuItem>
            <MenuItem
              icon={<Trash2 size={16} aria-hidden="true" />}
              danger
              onClick={() => setOpen('question')}
            >
              Delete…
            </MenuItem>
            <MenuItem disabled onClick={close}>
              Not now
            </MenuItem>
          </Menu>
          <Menu align="start" trigger={<Button>Choice</Button>}>
            <MenuChoice value={speed} onChange={setSpeed} options={SPEEDS} />
          </Menu>
          <Tooltip text="Next frame" shortcut=".">
            <Button>Tooltip</Button>
          </Tooltip>
          <IconButton label="One frame on" shortcut="." icon={<StepForward size={16} />} />
          <Button onClick={() => toast({ title: 'Video deleted', description: 'Harbour at dawn' })}>
            Toast
          </Button>
          <Button
            onClick={() =>
              toast({ title: 'The job has failed', description: 'Harbour at dawn', error: true })
            }
          >
            Error toast
          </Button>
        </div>
      </Card>
      <Card title="Tabs">
        <Tabs label="Parts of a video" value={tab} onChange={setTab} tabs={TABS} />
      </Card>
      <Dialog
        open={open === 'dialog'}
        onClose={close}
        title="Rename object"
        actions={
          <Button kind="primary" onClick={close}>
            Rename
          </Button>
        }
      >
        A task in a layer of its own.
      </Dialog>
      <AlertDialog
        open={open === 'question'}
        onClose={close}
        title="Delete this video?"
        action="Delete video"
        onAction={close}
      >
        This cannot be undone.
      </AlertDialog>
    </>
  );
}
