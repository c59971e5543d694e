import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../components/button.tsx';
import styles from './pagination.module.css';

interface VideosPaginationProps {
  page: number;
  pageSize: number;
  total: number;
}

/** The number of the last page of a list; one without entries has a single page. */
export const lastPage = ({ pageSize, total }: Pick<VideosPaginationProps, 'pageSize' | 'total'>): number =>
  Math.max(1, Math.ceil(total / pageSize));

/** The way to the other pages of the list; they are links, as every page has an address. */
export function VideosPagination({ page, pageSize, total }: VideosPaginationProps) {
  const pages = lastPage({ pageSize, total });
  if (pages === 1) return null;
  const first = (page - 1) * pageSize + 1;
  const turn = (to: number, label: string) => (
    <Link
      to="/videos"
      search={(search) => ({ ...search, page: to })}
      className={buttonClass({ kind: 'secondary', size: 'small' })}
      disabled={to < 1 || to > pages}
      data-disabled={to < 1 || to > pages ? '' : undefined}
    >
      {label}
    </Link>
  );
  return (
    <nav className={styles.pagination} aria-label="Pages">
      <span className={styles.range}>
        {first}–{Math.min(total, page * pageSize)} of {total}
      </span>
      {turn(page - 1, 'Previous')}
      {turn(page + 1, 'Next')}
    </nav>
  );
}
