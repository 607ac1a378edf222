import type { Otherwise } from '@latchkey/kernel/chain'
import type { Clock, NetworkId } from '@latchkey/kernel/plugin'
import type { BitcoinNetwork } from '../../networks.js'
import type { BitcoinWallet } from '../../provider.js'

/** Bytes of the longest answers that are read: of a message's signature, and of a PSBT, which is smaller than a block. */
export const answerLimits = { signature: 20_000, psbt: 8_000_000 } as const

/** An account in the wallet's own words: nothing of it is checked yet. */
export interface GivenAccount {
  readonly address: unknown
  /** Hex text or bytes. */
  readonly publicKey?: unknown
  readonly purpose?: unknown
  readonly label?: unknown
}

/** What a wallet says of itself at one moment. */
export interface WalletState {
  /** What was asked, for errors. */
  readonly method: string
  readonly accounts: readonly GivenAccount[]
  /** The network the wallet stands on, when it tells. */
  readonly networkId?: NetworkId | undefined
  /** The networks it can serve, when it tells and has no current one. */
  readonly served?: readonly NetworkId[] | undefined
}

export interface ConnectQuestion {
  /** The host's networks, the preferred one first; never empty. */
  readonly networks: readonly BitcoinNetwork[]
}

/**
 * One way of speaking to wallets. Methods reject with errors of ours; what they answer is checked by who asks, so that
 * every protocol meets the same rules.
 */
export interface WalletAdapter {
  readonly wallet: BitcoinWallet
  connect(question: ConnectQuestion): Promise<WalletState>
  /** Never opens a prompt. `undefined` when the app is not allowed any more, or the wallet has no way to say so. */
  restore(question: ConnectQuestion): Promise<WalletState | undefined>
  /**
   * Asks what the wallet shares now, without a prompt. Rejects where the wallet can't say; absent where it can't be asked.
   *
   * @param signal Aborted once the wallet has told something newer: waiting for accounts ends.
   */
  refresh?: ((signal: AbortSignal) => Promise<WalletState>) | undefined
  /** Absent when the wallet cannot be asked. Answers the accounts there, when they are other ones. */
  switchNetwork?: ((network: BitcoinNetwork) => Promise<WalletState>) | undefined
  /** Reports what the wallet tells, until the returned function is called. Never throws. */
  listen(told: WalletListener): () => void
  /** Ends the wallet's side, where there is a way. */
  disconnect?(): Promise<void>
}

export interface WalletListener {
  /** The wallet told what it is now; reading it may throw. One without accounts, or that can't be read, is asked. */
  hear(read: () => WalletState): void
  /** The wallet told that something changed, and not what: it is asked. */
  doubt(otherwise: Otherwise<WalletState>): void
  /** The wallet could not be listened to, or left alone. */
  failed(error: unknown): void
}

/** Without state of the kernel's: an adapter is made for one connection and forgotten with it. */
export type CreateAdapter = (name: string, target: object, clock: Clock) => WalletAdapter
