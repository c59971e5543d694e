import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { CheckboxGroup } from '../../components/checkbox-group.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { FileField } from '../../components/file-field.tsx';
import { type ComboboxOption, MultiCombobox } from '../../components/multi-combobox.tsx';
import { RadioGroup } from '../../components/radio-group.tsx';
import { Select } from '../../components/select.tsx';
import { TextField } from '../../components/text-field.tsx';
import styles from './components-page.module.css';

const KINDS = ['primary', 'secondary', 'quiet', 'danger'] as const;
const CHOICES = [
  { value: 'boxes', label: 'Boxes', hint: 'Around every object.' },
  { value: 'labels', label: 'Labels', hint: 'Beside the boxes.' },
] as const;
const OPTIONS = [
  { value: 'a', label: 'Harbour at dawn' },
  { value: 'b', label: 'مقابلة' },
  { value: 'c', label: 'Street, second take 🎬' },
];

/** What is pressed, typed and chosen. */
export function Controls() {
  const [text, setText] = useState('Harbour');
  const [chosen, setChosen] = useState<string[]>(['boxes']);
  const [radio, setRadio] = useState<'boxes' | 'labels'>('boxes');
  const [options, setOptions] = useState<readonly ComboboxOption[]>(OPTIONS.slice(0, 1));
  const [file, setFile] = useState('harbour.png');
  const [search, setSearch] = useState('');
  const found = OPTIONS.filter(({ label }) => label.toLowerCase().includes(search.toLowerCase()));
  return (
    <>
      <Card title="Buttons">
        {KINDS.map((kind) => (
          <div key={kind} className={styles.row}>
            <Button kind={kind}>{kind}</Button>
            <Button kind={kind} icon={<Plus size={16} aria-hidden="true" />}>
              With icon
            </Button>
            <Button kind={kind} size="small">
              Small
            </Button>
            <Button kind={kind} disabled>
              Disabled
            </Button>
            <Button kind={kind} busy>
              Busy
            </Button>
            <Button kind={kind} square aria-label="Delete" icon={<Trash2 size={16} aria-hidden="true" />} />
          </div>
        ))}
        <div className={styles.row}>
          <CopyButton text="01a204f9-23c6-7276-8b5a-db128047424a" label="Copy id" />
          <CopyButton text="01a204f9-23c6-7276-8b5a-db128047424a" label="Copy id" iconOnly />
        </div>
      </Card>
      <Card title="Fields">
        <div className={styles.column}>
          <TextField label="Name" hint="What it is called." value={text} onValueChange={setText} />
          <TextField label="Name" error="Give it a name." value="" onValueChange={setText} />
          <TextField label="Name" value={text} onValueChange={setText} disabled />
          <Select label="Kind" hint="What is drawn" value={radio} onChange={setRadio} options={CHOICES} />
          <FileField
            label="Picture"
            accept={['image/png']}
            chosen={file}
            hint="PNG. It is sent nowhere."
            onChoose={({ name }) => setFile(name)}
          />
          <MultiCombobox
            label="Videos"
            placeholder="Search by name"
            value={options}
            onChange={setOptions}
            options={found}
            search={search}
            onSearch={setSearch}
            status="No video has this name."
          />
        </div>
      </Card>
      <Card title="Choices">
        <div className={styles.column}>
          <CheckboxGroup legend="Any of them" value={chosen} onChange={setChosen} options={CHOICES} />
          <RadioGroup legend="One of them" value={radio} onChange={setRadio} options={CHOICES} />
        </div>
      </Card>
    </>
  );
}
