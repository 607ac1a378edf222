import type { Address, Chain, Hex } from 'viem'
import type { EvmClient } from './evmClient.js'

export interface EvmAccount {
  /** EIP-55 checksummed. */
  readonly address: Address
  readonly privateKey: Hex
}

export interface EvmToken {
  readonly address: Address
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export interface EvmTokens {
  /** ERC-20 with 6 decimals. */
  readonly usd: EvmToken
  /** ERC-20 with 18 decimals. */
  readonly gold: EvmToken
  /** 6 decimals; transfer, transferFrom and approve return nothing, approve wants zero first. */
  readonly legacy: EvmToken
}

export interface EvmName {
  readonly name: string
  readonly address: Address
}

export interface EvmNames {
  /** Account 0: forward record, primary name, avatar and text records. */
  readonly alice: EvmName & { readonly avatar: string; readonly description: string }
  /** Account 1: forward record only, so its address has no primary name. */
  readonly bob: EvmName
  /** Account 9 claims alice's name as its own without owning it: clients must not show it. */
  readonly impostor: EvmName
}

export interface EvmContracts {
  readonly multicall3: Address
  readonly ensRegistry: Address
  readonly ensResolver: Address
  readonly ensReverseRegistrar: Address
  readonly ensUniversalResolver: Address
  /** Deploys `OwnedAccount` (ERC-1271) by CREATE2, for ERC-6492. See `ownedAccountFactoryAbi`. */
  readonly ownedAccountFactory: Address
  /** Code for accounts to delegate to (EIP-7702): several calls in one transaction. */
  readonly batchAccount: Address
}

/** One running local EVM chain. Everything on it has the same address in every stack. */
export interface EvmStack {
  /** HTTP JSON-RPC, for example http://127.0.0.1:36567. */
  readonly url: string
  readonly webSocketUrl: string
  readonly chainId: number
  readonly chain: Chain
  /** Ten accounts with 10,000 ETH and 1,000,000 of each token; none has sent anything yet. */
  readonly accounts: readonly EvmAccount[]
  readonly tokens: EvmTokens
  readonly names: EvmNames
  readonly contracts: EvmContracts
  readonly client: EvmClient
  /** Process id of the node. */
  readonly pid: number
  /** Native balance in wei. */
  balanceOf(address: Address): Promise<bigint>
  /** Token balance in the token's smallest unit. */
  tokenBalanceOf(token: Address, address: Address): Promise<bigint>
  /** @param blocks default 1 */
  mine(blocks?: number): Promise<void>
  /** @param value wei */
  setBalance(address: Address, value: bigint): Promise<void>
  /** Remembers the state of the chain; hand the answer to `revert`, which uses it up. */
  snapshot(): Promise<Hex>
  revert(snapshot: Hex): Promise<void>
  /** Ends the node and resolves when its process is gone. May be called any number of times. */
  stop(): Promise<void>
}
