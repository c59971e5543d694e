import type { Identity } from './identity-provider.ts';

const CHANNEL = 'vms-session';

/** Tells the other tabs of this browser that a person has signed out. */
export function announceSignOut(identity: Identity): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(identity);
  channel.close();
}

/** Calls back when a person has signed out in another tab. */
export function onSignOutElsewhere(callback: (identity: Identity) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<Identity>) => callback(data);
  return () => channel.close();
}
