import type { WalletDataNode } from '@latchkey/service-wallet-data'
import type { TokenReference } from '@latchkey/kernel/contracts'
import type { TestWalletControl } from '@latchkey/testkit/solana'
import type { AppConfiguration } from '../app/configuration.js'

/** The part of a test wallet's control that every kind of wallet has. */
export type Control = Pick<
  TestWalletControl,
  'rejectNext' | 'switchAccount' | 'lock' | 'disconnect' | 'listenerCount'
>

/** A test wallet on the page. */
export interface Wallet {
  evaluate<Argument, Value>(
    action: (control: Control, argument: Argument) => Value | Promise<Value>,
    argument: Argument,
  ): Promise<Value>
  evaluate<Value>(action: (control: Control) => Value | Promise<Value>): Promise<Value>
}

/** What the flows need to know of a chain and its wallet. */
export interface Chain {
  readonly namespace: string
  /** CAIP-2 of the network the app lists and the wallet stands on. */
  readonly networkId: string
  readonly configuration: AppConfiguration
  /** The chain's node, for a wallet-data service over it. */
  readonly node: WalletDataNode
  readonly wallet: Wallet
  /** Of the wallet, in the order it shows them. */
  readonly addresses: readonly [string, string]
  /** The second account as the wallet's control calls it. Default: its address. */
  readonly secondAccount?: string
  /** What the wallet calls what it is asked, for refusals. */
  readonly methods: { readonly connect: string; readonly sign: string; readonly send: string }
  /** Events of the wallet that the app listens to while connected. */
  readonly events: readonly string[]
  /** Whether a wallet that says that it's disconnected from its chains goes on sharing accounts (EIP-1193). */
  readonly outlivesDisconnect?: boolean
  readonly receiver: string
  /** In the smallest unit. */
  readonly amount: bigint
  readonly token?: TokenReference
  readonly tokenAmount?: bigint
  /** Whether the address signed the message, by a library that is not ours. */
  verify(address: string, message: string, signature: string): Promise<boolean> | boolean
  balanceOf(address: string): Promise<bigint>
  /** Lets the chain decide what was submitted, where it does not by itself. */
  settle?(): Promise<void>
  tokenBalanceOf?(address: string): Promise<bigint>
}
