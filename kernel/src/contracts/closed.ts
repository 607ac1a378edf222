/** How a network, a wallet or a venue ends. From then on it's offered to nobody who isn't there, also before the day has come. */
export interface Closed {
  /** Day of the end by ISO 8601, in UTC: `2026-07-31`. */
  readonly on: string
  /** Tells the person who is still there what to do, in a sentence or two. Shown as it is. */
  readonly say: string
}
