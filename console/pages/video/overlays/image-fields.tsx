import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { Notice } from '../../../components/notice.tsx';
import { IMAGE_TYPES, imageSource, UnusableImage } from './image-file.ts';
import { ShareField } from './number-field.tsx';
import { configOf, numberOf, textOf, withConfig } from './overlay-config.ts';
import styles from './overlay-form.module.css';
import type { ConfigFieldsProps } from './text-fields.tsx';

/** The members of a `core:image` config. */
export function ImageFields({ overlay, onChange }: ConfigFieldsProps) {
  const id = useId();
  const { source, width, height } = configOf(overlay);
  const change = (config: Record<string, unknown>) => onChange(withConfig(overlay, config));
  const opening = useMutation({
    mutationFn: imageSource,
    onSuccess: (next) => change({ source: next }),
  });
  const address = textOf(source);
  const isData = address.startsWith('data:');
  return (
    <>
      <div className={styles.wide}>
        <label htmlFor={id}>{isData ? 'Another picture' : 'Picture'}</label>
        <input
          id={id}
          type="file"
          className={styles.file}
          accept={IMAGE_TYPES.join(',')}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) opening.mutate(file);
          }}
        />
        <p className={styles.hint}>
          PNG, JPEG or WebP. It is kept in the document; a large one is made smaller.
        </p>
      </div>
      {address !== '' && !isData && (
        <div className={styles.wide}>
          <Notice>
            The document names an address, which is not loaded:{' '}
            <bdi className={styles.address}>{address.slice(0, 200)}</bdi>
          </Notice>
        </div>
      )}
      {opening.isError && (
        <div className={styles.wide}>
          {opening.error instanceof UnusableImage ? (
            <Notice kind="danger">{opening.error.message}</Notice>
          ) : (
            <FailureNotice failure={opening.error} what="The picture could not be used." />
          )}
        </div>
      )}
      <ShareField
        label="Width, %"
        value={numberOf(width)}
        placeholder="30"
        min={0.2}
        max={1000}
        onChange={(next) => change({ width: next })}
      />
      <ShareField
        label="Height, %"
        value={numberOf(height)}
        placeholder="as it is"
        min={0.2}
        max={1000}
        onChange={(next) => change({ height: next })}
      />
    </>
  );
}
