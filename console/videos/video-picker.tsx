import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type ComboboxOption, MultiCombobox } from '../components/multi-combobox.tsx';
import { videosQuery } from '../queries/videos.ts';
import { useServices } from '../services.ts';

const SHOWN = 20;

interface VideoPickerProps {
  label: string;
  value: readonly ComboboxOption[];
  onChange: (value: ComboboxOption[]) => void;
  error: string | undefined;
}

/** Some videos, found by their names. */
export function VideoPicker({ label, value, onChange, error }: VideoPickerProps) {
  const services = useServices();
  const [search, setSearch] = useState('');
  const name = useDeferredValue(search.trim()) || undefined;
  const { data, isError } = useQuery(videosQuery(services, { name, pageSize: SHOWN }));
  const status = isError
    ? 'The videos could not be loaded.'
    : data
      ? 'No video has this name.'
      : 'Searching…';
  return (
    <MultiCombobox
      label={label}
      placeholder="Search by name"
      value={value}
      onChange={onChange}
      options={data?.videos.map((video) => ({ value: video.id, label: video.name })) ?? []}
      search={search}
      onSearch={setSearch}
      status={status}
      error={error}
    />
  );
}
