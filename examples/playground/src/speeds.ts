/** What one candidate of the connect job costs. */
export interface Speed {
  readonly name: string
  /** Its row in bench/RESULTS.md, which a test holds these figures to. */
  readonly row: string
  /** Gzip kilobytes that have to be there before anything is drawn. */
  readonly script: string
  /** Milliseconds from the navigation to the list of wallets on a slow phone, pressing as soon as that could be done. */
  readonly phone: number
  readonly packages: number
}

export const speeds: readonly Speed[] = [
  { name: 'By hand, with viem', row: 'floor', script: '97.7', phone: 1160, packages: 17 },
  { name: 'Latchkey, EVM', row: 'ours, EVM', script: '97.1', phone: 1726, packages: 25 },
  {
    name: 'Latchkey, four chains and most features',
    row: 'ours, everything',
    script: '122.8',
    phone: 1962,
    packages: 213,
  },
  { name: 'RainbowKit, EVM', row: 'RainbowKit 2.2.11', script: '259.6', phone: 2571, packages: 491 },
  { name: 'ConnectKit, EVM', row: 'ConnectKit 1.9.2', script: '360.2', phone: 2813, packages: 545 },
]
