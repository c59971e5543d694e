import type { ReactNode } from 'react';
import styles from './facts.module.css';

/** What is known of one thing. @param children `dt` and `dd` */
export const Facts = ({ children }: { children: ReactNode }) => <dl className={styles.facts}>{children}</dl>;
