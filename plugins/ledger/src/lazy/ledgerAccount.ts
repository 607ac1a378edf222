/** An account of a device, and where the device finds it. */
export interface LedgerAccount {
  readonly namespace: string
  readonly address: string
  readonly path: readonly number[]
}
