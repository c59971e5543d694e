/** What the address of the video page says besides the video: the open tab, what is selected, the filters, and versions. */
export interface VideoSearch {
  tab?: VideoTab;
  /** Id of the selected object. */
  object?: string;
  /** Ids of the layer and of the selected overlay, as `toKey` writes them. */
  overlay?: string;
  /** Part of a label, in any case. */
  label?: string;
  kind?: ObjectKind;
  /** Percent; objects that are less sure are left out. */
  confidence?: number;
  /** The version that is shown, of the tab of versions; default: the newest. */
  version?: number;
  /** The one that it is compared with; default: the one before it. */
  against?: number;
}

const VIDEO_TABS = ['objects', 'overlays', 'json', 'versions', 'job'] as const;
export type VideoTab = (typeof VIDEO_TABS)[number];

const OBJECT_KINDS = ['box', 'surface'] as const;
type ObjectKind = (typeof OBJECT_KINDS)[number];

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((known) => known === value);

const text = (value: unknown): string | undefined => {
  const read = typeof value === 'number' ? String(value) : value;
  return typeof read === 'string' && read !== '' ? read : undefined;
};

const percent = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isInteger(number) && number > 0 && number <= 100 ? number : undefined;
};

const count = (value: unknown): number | undefined => {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
};

/** Reads the search of an address; what it does not understand is left out. */
export function readVideoSearch(search: Record<string, unknown>): VideoSearch {
  const read = {
    tab: oneOf(VIDEO_TABS, search.tab),
    object: text(search.object),
    overlay: text(search.overlay),
    label: text(search.label),
    kind: oneOf(OBJECT_KINDS, search.kind),
    confidence: percent(search.confidence),
    version: count(search.version),
    against: count(search.against),
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
}
