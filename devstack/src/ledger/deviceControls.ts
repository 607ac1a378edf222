/** What a test sets, and what it sees. */
export interface DeviceControls {
  /** Asks for its PIN before anything else. */
  isLocked: boolean
  /** Apps that can be opened. */
  installed: readonly string[]
  /** The open app; `undefined` on the dashboard. */
  openApp: string | undefined
  /** The setting of both apps. */
  allowsBlindSigning: boolean
  /** An Ethereum app that knows structured data by its two hashes only, as on the first Nano S. */
  isOldEthereumApp: boolean
  /** How the person answers: at once, or once `decide` is called. */
  person: 'approves' | 'declines' | 'waits'
  /** What the device has shown and asked, oldest first. */
  readonly screens: Readonly<Record<string, string>>[]
  /** Put in the place of the next answer, with its status. */
  nextAnswer: Uint8Array | undefined
}
