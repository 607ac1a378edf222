import type { NetworkId } from '@latchkey/kernel/plugin'
import { addressBytes } from './address.js'
import type { SolanaCommitment, SolanaNetwork, WalletStandardChain } from './networks.js'
import { optionsInvalid } from './optionsInvalid.js'

/** A cluster of one's own: a local validator, a fork, a private network. */
export interface SolanaNetworkDefinition {
  /** The answer of `getGenesisHash`, base58. The CAIP-2 id is `solana:` and its first 32 characters. */
  readonly genesisHash: string
  readonly name: string
  /** HTTP(S), best first. */
  readonly rpcUrls: readonly string[]
  /** What wallets are told. Default `solana:localnet`; many wallets know only the three public clusters. */
  readonly walletStandardChain?: WalletStandardChain
  readonly commitment?: SolanaCommitment
  readonly explorer?: { readonly name: string; readonly url: string }
  /** Default true. */
  readonly testnet?: boolean
  readonly icon?: string
  /** Whether the programs that keep names are here, at mainnet's addresses. Default false. */
  readonly names?: boolean
}

/**
 * Describes a cluster that is none of the three public ones.
 *
 * @throws KernelError `SOLANA_OPTIONS_INVALID` when the genesis hash is not one.
 * @example
 * const localnet = defineSolanaNetwork({
 *   genesisHash: '…',
 *   name: 'Localnet',
 *   rpcUrls: ['http://127.0.0.1:8899'],
 * })
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineSolanaNetwork(definition: SolanaNetworkDefinition): SolanaNetwork {
  const { genesisHash, walletStandardChain = 'solana:localnet', testnet = true, ...rest } = definition ?? {}
  if (!addressBytes(genesisHash)) {
    throw optionsInvalid('defineSolanaNetwork', [
      `"genesisHash" must be base58 of 32 bytes, as getGenesisHash answers; "${String(genesisHash)}" is not.`,
    ])
  }
  return {
    ...rest,
    id: `solana:${genesisHash.slice(0, 32)}` satisfies NetworkId,
    namespace: 'solana',
    nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
    walletStandardChain,
    testnet,
  }
}
