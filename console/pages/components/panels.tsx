import { Shapes } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { Chip } from '../../components/chip.tsx';
import { DeleteButton } from '../../components/delete-button.tsx';
import { ListRow, Remark } from '../../components/list-row.tsx';
import { Panel } from '../../components/panel.tsx';
import { TextField } from '../../components/text-field.tsx';
import styles from './components-page.module.css';

const ROWS = [
  'Harbour at dawn',
  'מקבילה',
  'A name that is longer than there is room for in a narrow column of the page',
];

/** What narrow columns are made of. */
export function Panels() {
  const [selected, setSelected] = useState(ROWS[0]);
  const [name, setName] = useState('Harbour');
  return (
    <Card title="Panels and rows">
      <div className={styles.column}>
        <ul className={styles.rows}>
          {ROWS.map((row) => (
            <li key={row}>
              <ListRow
                icon={<Shapes size={14} aria-hidden="true" />}
                name={row}
                isSelected={row === selected}
                onSelect={() => setSelected(row)}
              >
                <Chip tone="warning">not saved</Chip>
                <Remark>0–120</Remark>
                <Remark isColumn>90 %</Remark>
              </ListRow>
            </li>
          ))}
        </ul>
        <Panel
          title="A form in a column"
          highlighted
          aside={
            <>
              <Chip>new</Chip>
              <DeleteButton of="the form" />
            </>
          }
          actions={
            <Button kind="primary" type="submit" disabled={name.trim() === ''}>
              Save
            </Button>
          }
          lacks={name.trim() === '' ? 'Still missing: a name.' : null}
          onSubmit={() => name.trim() !== '' && setName('Saved')}
        >
          <TextField label="Name" value={name} onValueChange={setName} />
        </Panel>
      </div>
    </Card>
  );
}
