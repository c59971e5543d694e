import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../components/button.tsx';
import { useServices } from '../services.ts';
import { chooseFiles } from './choose-files.ts';

/** Has the person choose files, and uploads them. */
export function useUploadFiles(): () => Promise<void> {
  const { uploads } = useServices();
  return async () => uploads.add(await chooseFiles({ multiple: true }));
}

export function UploadButton({ children }: { children: ReactNode }) {
  return (
    <Button kind="primary" icon={<Upload size={16} aria-hidden="true" />} onClick={useUploadFiles()}>
      {children}
    </Button>
  );
}
