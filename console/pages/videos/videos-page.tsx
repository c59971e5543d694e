import { Page } from '../../shell/page.tsx';

export function VideosPage() {
  return <Page title="Videos">{null}</Page>;
}
