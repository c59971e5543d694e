/** Why a file cannot be used as a video, in one word a caller can switch on. */
export type MediaErrorReason =
  /** The bytes are not MP4, MOV or WebM. */
  | 'not-a-video'
  /** The container is one of the three, but its structure contradicts itself. */
  | 'malformed'
  /** The container announces more bytes than the file has. */
  | 'truncated'
  /** There are tracks, but none of them is video (audio only). */
  | 'no-video-track'
  /** There is a video track, but it holds no displayable frame. */
  | 'no-frames'
  | 'unsupported-codec'
  /** Header or samples are in another file, or the header is in a form that browsers do not open. */
  | 'unsupported-header'
  /** The track consists of several edits. */
  | 'unsupported-edits'
  /** Width or height is zero. */
  | 'empty-picture'
  | 'too-many-pixels'
  | 'too-many-frames'
  /** The file has more boxes or elements, or is spread over more ranges, than the limits allow. */
  | 'too-many-elements'
  | 'too-long'
  /** The work did not end within its wall-clock or CPU limit. */
  | 'timeout'
  /** The work did not fit into its memory limit. */
  | 'out-of-memory'
  /** The decoder refused a packet, or a frame never came out of it. */
  | 'corrupt-data'
  /** The decoder process died: crash, signal or unexpected exit. */
  | 'decoder-crashed';

/** A media file that cannot be used. `message` is meant for the file's owner and names no path or address. */
export class MediaError extends Error {
  readonly reason: MediaErrorReason;

  constructor(reason: MediaErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MediaError';
    this.reason = reason;
  }
}
