/** An event as it happened, with what was true at that moment. It never leaves the page in this form. */
export interface Observation {
  readonly id: string
  readonly payload: unknown
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly connected: boolean
  readonly networkId: string | undefined
  readonly isSmartAccount: boolean
  readonly address: string | undefined
}
