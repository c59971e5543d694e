/** Whether a surface is followed by its border, since its content has moved otherwise. */
export interface Hold {
  byBorder: boolean;
  /** For how many frames in a row cells and border have agreed since. */
  agreedFor: number;
}

export const notHeld = (): Hold => ({ byBorder: false, agreedFor: 0 });
