import { useMutation } from '@tanstack/react-query';
import { FailureNotice } from '../../../components/failure-notice.tsx';
import { FileField } from '../../../components/file-field.tsx';
import { Notice } from '../../../components/notice.tsx';
import { byteSize } from '../../../format.ts';
import { withSource } from './attach-overlay.ts';
import { IMAGE_TYPES, imageSource, UnusableImage } from './image-file.ts';
import { ShareField } from './number-field.tsx';
import { configOf, numberOf, textOf, withConfig } from './overlay-config.ts';
import styles from './overlay-form.module.css';
import type { ConfigFieldsProps } from './text-fields.tsx';

/** The members of a `core:image` config. */
export function ImageFields({ overlay, onChange, proportions }: ConfigFieldsProps) {
  const { source, width, height } = configOf(overlay);
  const change = (config: Record<string, unknown>) => onChange(withConfig(overlay, config));
  const opening = useMutation({
    mutationFn: async (file: File) => ({ name: file.name, source: await imageSource(file) }),
    onSuccess: ({ source }) => onChange(withSource(overlay, source, proportions)),
  });
  const address = textOf(source);
  const isData = address.startsWith('data:');
  return (
    <>
      <div className={styles.wide}>
        <FileField
          label={isData ? 'Another picture' : 'Picture'}
          accept={IMAGE_TYPES}
          chosen={isData && <ChosenPicture address={address} name={opening.data?.name} />}
          hint="PNG, JPEG or WebP. It is kept in the document; a large one is made smaller."
          onChoose={(file) => opening.mutate(file)}
        />
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

/** The properties of the document's picture. @param name of its file, where it was chosen just now */
function ChosenPicture({ address, name }: { address: string; name: string | undefined }) {
  const comma = address.indexOf(',');
  const type = address.slice('data:image/'.length, address.indexOf(';')).toUpperCase();
  // Base64: four characters for three bytes.
  const bytes = Math.floor(((address.length - comma - 1) * 3) / 4);
  return (
    <>
      {name !== undefined && (
        <>
          <bdi>{name}</bdi>,{' '}
        </>
      )}
      {type} of {byteSize(bytes)}
    </>
  );
}
