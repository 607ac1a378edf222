/** Counts how often something is asked, over all instances of the service. */
export interface Rates {
  /** Counts one more, and returns how many there were in the current window, this one included. */
  count(key: string, windowMilliseconds: number): Promise<number>
  /** Takes the pause and returns 0, or returns the milliseconds that are left of the one before. */
  pause(key: string, milliseconds: number): Promise<number>
  /** Returns the milliseconds that are left of a pause, and takes none. */
  left(key: string, milliseconds: number): Promise<number>
  /** Returns the count of the current window, and counts nothing. */
  read(key: string, windowMilliseconds: number): Promise<number>
  close(): Promise<void>
}
