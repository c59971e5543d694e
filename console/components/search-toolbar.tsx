import type { ReactNode, Ref } from 'react';
import styles from './search-toolbar.module.css';
import { TextField } from './text-field.tsx';

interface SearchToolbarProps {
  text: string;
  onText: (text: string) => void;
  searchField: Ref<HTMLInputElement>;
  /** Further filters, beside the field. */
  children: ReactNode;
}

/** Above a list: searches it by name. */
export function SearchToolbar({ text, onText, searchField, children }: SearchToolbarProps) {
  return (
    <search className={styles.toolbar}>
      <div className={styles.search}>
        <TextField
          label="Search by name"
          labelHidden
          type="search"
          placeholder="Search by name"
          value={text}
          onValueChange={onText}
          ref={searchField}
        />
      </div>
      {children}
    </search>
  );
}
