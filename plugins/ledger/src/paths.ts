/** Which family of derivation paths an account is of. */
export type LedgerScheme = 'standard' | 'older'

const hardened = 0x80000000

interface LedgerChain {
  /** What the app is called on the device. */
  readonly app: string
  readonly paths: Readonly<Record<LedgerScheme, (index: number) => readonly number[]>>
}

/** The chains that a Ledger can be used for here, by namespace. Coin types by SLIP-44. */
const chains = {
  eip155: {
    app: 'Ethereum',
    paths: {
      standard: (index) => [hardened + 44, hardened + 60, hardened + index, 0, 0],
      // Before Ledger Live, wallets counted here.
      older: (index) => [hardened + 44, hardened + 60, hardened, index],
    },
  },
  solana: {
    app: 'Solana',
    paths: {
      standard: (index) => [hardened + 44, hardened + 501, hardened + index],
      // Browser wallets of Solana count here.
      older: (index) => [hardened + 44, hardened + 501, hardened + index, hardened],
    },
  },
} satisfies Readonly<Record<string, LedgerChain>>

export const { eip155: ethereum, solana } = chains

export const ledgerChains: Readonly<Record<string, LedgerChain | undefined>> = chains

/** A path as people write it, such as `m/44'/60'/0'/0/0`. */
export function pathText(path: readonly number[]): string {
  const parts = path.map((part) => (part >= hardened ? `${part - hardened}'` : `${part}`))
  return ['m', ...parts].join('/')
}
