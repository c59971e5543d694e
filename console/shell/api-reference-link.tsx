import { BookOpen } from 'lucide-react';
import { buttonClass } from '../components/button.tsx';
import { useServices } from '../services.ts';

/** The way to the reference of the API, which keeps the page that it is on. */
export function ApiReferenceLink() {
  const { publicApi } = useServices().config;
  return (
    <a href={`${publicApi}/api/docs`} target="_blank" rel="noreferrer" className={buttonClass({})}>
      <BookOpen size={16} aria-hidden="true" />
      API reference
    </a>
  );
}
