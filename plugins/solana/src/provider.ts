import { providerKey } from '@latchkey/kernel/contracts'
import type {
  SolanaSignAndSendTransactionFeature,
  SolanaSignInFeature,
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features'
import type { IdentifierRecord, Wallet, WalletAccount } from '@wallet-standard/base'
import type {
  StandardConnectFeature,
  StandardDisconnectFeature,
  StandardEventsFeature,
} from '@wallet-standard/features'

/**
 * Signs texts in the off-chain message of version 1 alone, as hardware accounts do. Wallet Standard,
 * `@solana/wallet-standard-features` 1.4 (1.5.0 read), whose package needs a newer Node than ours.
 */
interface SolanaSignOffchainMessageFeature {
  readonly 'solana:signOffchainMessage': {
    readonly version: '1.0.0'
    readonly supportedMessageVersions: readonly number[]
    readonly signOffchainMessage: (
      ...inputs: readonly {
        readonly messageVersion: 1
        readonly account: WalletAccount
        readonly message: string
        readonly requiredSigners: readonly WalletAccount['publicKey'][]
      }[]
    ) => Promise<readonly { readonly signedOffchainMessage: Uint8Array; readonly signature: Uint8Array }[]>
  }
}

/**
 * What a Solana wallet offers: a Wallet Standard wallet. Which of the features it has is its own affair; ask before use.
 * A connector that is not a Wallet Standard wallet (a pairing, an embedded wallet) brings an object of the same shape.
 */
export interface SolanaWallet extends Wallet {
  readonly features: IdentifierRecord<unknown> &
    Partial<
      StandardConnectFeature &
        StandardDisconnectFeature &
        StandardEventsFeature &
        SolanaSignMessageFeature &
        SolanaSignOffchainMessageFeature &
        SolanaSignTransactionFeature &
        SolanaSignAndSendTransactionFeature &
        SolanaSignInFeature
    >
}

/** Whether a value has the lists and features of a Wallet Standard wallet. False for a value that throws when it's read. */
function isSolanaWallet(value: unknown): value is SolanaWallet {
  try {
    const { accounts, features } = value as SolanaWallet
    return Array.isArray(accounts) && typeof features === 'object' && features !== null
  } catch {
    return false
  }
}

/**
 * Types what a connection offers in the namespace `solana`.
 *
 * @example
 * const wallet = session.provider(SolanaProvider)
 * const [output] = await wallet.features['solana:signMessage'].signMessage({ account, message })
 */
export const SolanaProvider = providerKey<SolanaWallet>('solana', isSolanaWallet)
