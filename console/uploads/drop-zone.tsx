import { Upload } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useServices } from '../services.ts';
import styles from './drop-zone.module.css';

const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files that are dropped anywhere in the window. */
export function DropZone() {
  const { uploads } = useServices();
  const [over, setOver] = useState(false);

  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      // Otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      void uploads.add([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragenter: drag, dragover: drag, dragleave: leave, drop };
    for (const [name, listener] of Object.entries(listeners)) {
      window.addEventListener(name, listener as EventListener);
    }
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        window.removeEventListener(name, listener as EventListener);
      }
    };
  }, [uploads]);

  return over ? (
    <div className={styles.overlay}>
      <Upload size={32} aria-hidden="true" />
      Drop videos to upload them
    </div>
  ) : null;
}
