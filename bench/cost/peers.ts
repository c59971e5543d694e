import type { Month } from './month.ts';

/** A managed service, priced by the minute of video; US dollars, list prices, with what is free every month. */
interface Peer {
  /** What it does of what this service does. */
  readonly name: string;
  /** Page with the price. */
  readonly address: string;
  /** When the price was last confirmed: month, and by what where that was not the page itself. */
  readonly confirmed: string;
  /** Dollars for these minutes of video, each processed, stored and sent out once. */
  readonly dollars: (minutes: number) => number;
}

const FREE_MINUTES = 1000;
const SOLD_MINUTES = 1000;

/** Minutes that are paid for by the thousand. */
const thousands = (minutes: number): number => Math.ceil(minutes / SOLD_MINUTES);

export const PEERS: readonly Peer[] = [
  {
    name: 'Amazon Rekognition, labels of stored video',
    address: 'https://aws.amazon.com/rekognition/pricing/',
    confirmed: '2026-11, by pages that cite it',
    dollars: (minutes) => minutes * 0.1,
  },
  {
    name: 'Google Video Intelligence, object tracking',
    address: 'https://cloud.google.com/video-intelligence/pricing',
    confirmed: '2026-11, by a stored copy',
    dollars: (minutes) => Math.max(0, minutes - FREE_MINUTES) * 0.15,
  },
  {
    name: 'Cloudflare Stream, to store and send out',
    address: 'https://developers.cloudflare.com/stream/pricing/',
    confirmed: '2026-11, by a stored copy',
    dollars: (minutes) => thousands(minutes) * 5 + thousands(minutes) * 1,
  },
];

/** Of all videos of a month. */
export const minutesOf = ({ videos, seconds }: Month): number => (videos * seconds) / 60;
