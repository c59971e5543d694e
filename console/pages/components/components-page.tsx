import { Page } from '../../shell/page.tsx';
import styles from './components-page.module.css';
import { Controls } from './controls.tsx';
import { Feedback } from './feedback.tsx';
import { Layers } from './layers.tsx';
import { Panels } from './panels.tsx';
import { Tokens } from './tokens.tsx';

/** Every component of the console in its states, for those who build on them. */
export function ComponentsPage() {
  return (
    <Page title="Components">
      <div className={styles.sections}>
        <Tokens />
        <Controls />
        <Feedback />
        <Panels />
        <Layers />
      </div>
    </Page>
  );
}
