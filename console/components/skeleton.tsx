import styles from './skeleton.module.css';

/** Reserves the space of content that is loading. @param width in characters */
export function Skeleton({ width }: { width: number }) {
  return (
    <span className={styles.skeleton} style={{ width: `${width}ch`, maxWidth: '100%' }} aria-hidden="true" />
  );
}

/** The same for a list or a form. @param widths of its lines, in characters, each another one */
export function SkeletonCard({ widths }: { widths: readonly number[] }) {
  return (
    <div className={styles.card}>
      {widths.map((width) => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  );
}
