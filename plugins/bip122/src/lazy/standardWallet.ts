/** A Wallet Standard wallet as far as Bitcoin needs it. Everything in it is the wallet's word. */
export interface StandardWallet {
  readonly name: unknown
  readonly icon: unknown
  readonly chains: unknown
  readonly accounts: unknown
  readonly features: Readonly<Record<string, unknown>>
}

/** One account of a {@link StandardWallet}; `purpose` is an extension that some wallets have. */
export interface StandardAccount {
  readonly address: unknown
  readonly publicKey: unknown
  readonly chains: unknown
  readonly label?: unknown
  readonly purpose?: unknown
}

/** No wallet serves a hundred chains; a list that is longer is not walked. */
export const chainLimit = 100

/** Whether a chain of a wallet's list is Bitcoin, on whichever network. */
export const isBitcoinChain = (chain: unknown): boolean =>
  typeof chain === 'string' && chain.startsWith('bitcoin:')

type Feature = Readonly<Record<string, ((...inputs: unknown[]) => unknown) | undefined>>

/** A feature by name, if the wallet has it. */
export function featureOf(wallet: StandardWallet, name: string): Feature | undefined {
  const feature = wallet.features[name]
  return typeof feature === 'object' && feature !== null ? (feature as Feature) : undefined
}
