/** What one candidate of the connect job costs. */
export interface Speed {
  readonly name: string
  /** Its row in bench/RESULTS.md, which a test holds these figures to. */
  readonly row: string
  /** Gzip kilobytes that had come when the button could be pressed. */
  readonly script: string
  /** Milliseconds from the navigation to the list of wallets on a slow phone, pressing as soon as that could be done. */
  readonly phone: number
  readonly packages: number
}

export const speeds: readonly Speed[] = [
  { name: 'By hand, with viem', row: 'floor', script: '97.7', phone: 1146, packages: 17 },
  { name: 'Latchkey, EVM', row: 'ours, EVM', script: '101.2', phone: 1706, packages: 25 },
  {
    name: 'Latchkey, four chains and most features',
    row: 'ours, everything',
    script: '152.3',
    phone: 2148,
    packages: 213,
  },
  { name: 'RainbowKit, EVM', row: 'RainbowKit 2.2.11', script: '259.6', phone: 2479, packages: 491 },
  { name: 'ConnectKit, EVM', row: 'ConnectKit 1.9.2', script: '360.2', phone: 2879, packages: 545 },
]
