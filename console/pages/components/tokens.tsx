import { Card } from '../../components/card.tsx';
import styles from './components-page.module.css';

const COLOURS = [
  'canvas',
  'surface',
  'surface-raised',
  'surface-sunken',
  'line',
  'line-control',
  'text',
  'text-muted',
  'accent',
  'accent-soft',
  'danger',
  'danger-soft',
  'warning-soft',
  'success-soft',
] as const;

const SIZES = ['2xl', 'xl', 'lg', 'md', 'sm', 'xs'] as const;

/** Colours and type sizes of design/tokens.css. */
export function Tokens() {
  return (
    <>
      <Card title="Colours">
        <ul className={styles.swatches}>
          {COLOURS.map((name) => (
            <li key={name} className={styles.swatch}>
              <span className={styles.colour} style={{ background: `var(--${name})` }} />
              <code>--{name}</code>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Type">
        {SIZES.map((size) => (
          <p key={size} style={{ fontSize: `var(--text-${size})` }}>
            <code>--text-{size}</code> A frame is a displayed picture of a video
          </p>
        ))}
      </Card>
    </>
  );
}
