import { X } from 'lucide-react';
import { Button } from '../../../components/button.tsx';
import { Select } from '../../../components/select.tsx';
import { TextField } from '../../../components/text-field.tsx';
import type { VideoSearch } from '../video-search.ts';
import styles from './objects-tab.module.css';

interface ObjectFiltersProps {
  search: VideoSearch;
  onSearch: (change: Partial<VideoSearch>) => void;
}

/** Filters of objects; they act on the picture, the lanes and the list. */
export function ObjectFilters({ search, onSearch }: ObjectFiltersProps) {
  const { label = '', kind = 'all', confidence = 0 } = search;
  const isFiltered = label !== '' || kind !== 'all' || confidence > 0;
  return (
    <search className={styles.filters} aria-label="Filters of objects">
      <TextField
        label="Label"
        labelHidden
        type="search"
        placeholder="Filter by name or label"
        value={label}
        onValueChange={(value) => onSearch({ label: value === '' ? undefined : value })}
      />
      <Select
        label="Kind"
        labelHidden
        value={kind}
        onChange={(value) => onSearch({ kind: value === 'all' ? undefined : value })}
        options={[
          { value: 'all', label: 'All kinds' },
          { value: 'box', label: 'Boxes' },
          { value: 'surface', label: 'Surfaces' },
        ]}
      />
      <label className={styles.threshold}>
        <span>Min. confidence</span>
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          value={confidence}
          aria-label="Min. confidence"
          aria-valuetext={`${confidence} percent`}
          onChange={({ target }) => onSearch({ confidence: target.valueAsNumber || undefined })}
        />
        <output>{confidence} %</output>
      </label>
      {isFiltered && (
        <Button
          kind="quiet"
          size="small"
          icon={<X size={14} />}
          onClick={() => onSearch({ label: undefined, kind: undefined, confidence: undefined })}
        >
          Clear
        </Button>
      )}
    </search>
  );
}
