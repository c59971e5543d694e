import type { ShortcutGroup } from '../../components/shortcut-list.tsx';

/** The keys of the video page. */
export const VIDEO_SHORTCUTS: readonly ShortcutGroup[] = [
  {
    title: 'Playing',
    shortcuts: [
      { keys: ['Space', 'k'], does: 'Play or pause' },
      { keys: [',', '.', '←', '→'], does: 'One frame back, on' },
      { keys: ['<', '>'], does: 'Ten frames back, on' },
      { keys: ['j', 'l'], does: 'Five seconds back, on' },
      { keys: ['Home', 'End'], does: 'First, last frame' },
      { keys: ['g'], does: 'Type a frame' },
      { keys: ['m'], does: 'Sound on or off' },
      { keys: ['f'], does: 'Full screen' },
    ],
  },
  {
    title: 'Objects',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Previous, next object' },
      { keys: ['[', ']'], does: 'First, last frame of the selected object' },
      { keys: ['s'], does: 'Mark a surface, or go back to the one that is being marked' },
      { keys: ['Delete'], does: 'Delete the selected object' },
      { keys: ['Esc'], does: 'End the selection' },
    ],
  },
  {
    title: 'While a surface is marked',
    shortcuts: [
      {
        keys: ['←', '↑', '→', '↓'],
        does: 'Move the corner that has the focus, and do nothing else; with Shift it moves farther',
      },
      { keys: [',', '.'], does: 'One frame back, on' },
    ],
  },
  {
    title: 'Overlays',
    shortcuts: [
      { keys: ['t'], does: 'Add a text' },
      { keys: ['Delete'], does: 'Delete the selected overlay' },
      { keys: ['Tab'], does: 'From the picture’s overlay to its corner' },
      {
        keys: ['←', '↑', '→', '↓'],
        does: 'Move the overlay, or resize it by its corner; with Shift it moves farther',
      },
    ],
  },
  {
    title: 'Beside the player',
    shortcuts: [
      { keys: ['1', '…', '5'], does: 'The tabs, from the first' },
      { keys: ['↑', '↓'], does: 'Newer, older version, within their list' },
      { keys: ['Ctrl+F'], does: 'Find and replace in the document, within its editor' },
      { keys: ['Ctrl+S'], does: 'Save the document, within its editor' },
    ],
  },
  {
    title: 'Drawn on the picture',
    shortcuts: [
      { keys: ['b'], does: 'Boxes' },
      { keys: ['u'], does: 'Surfaces' },
      { keys: ['n'], does: 'Labels' },
      { keys: ['i'], does: 'Ids' },
      { keys: ['o'], does: 'Overlays' },
    ],
  },
];
