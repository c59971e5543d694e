import { Page } from '../../shell/page.tsx';

export function VideoPage() {
  return <Page title="Video">{null}</Page>;
}
