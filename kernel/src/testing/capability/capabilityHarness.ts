import type { NetworkId } from '../../contracts/caip.js'
import type { CollectibleReference } from '../../contracts/capabilities/collectibleTransfers.js'
import type { SignedMessage } from '../../contracts/capabilities/signMessage.js'
import type { Account } from '../../contracts/points/connector.js'
import type { NamespaceContribution } from '../../contracts/points/namespace.js'

/** Inputs that the suite asks the capabilities with. If one is missing, the suite fails, unless its `lacks` names it: `inputs.token`. */
export interface CapabilityInputs {
  /** An address that can be paid, and is not the account's own. */
  readonly receiver?: string
  /** In the coin's smallest unit: less than the account holds. */
  readonly amount?: bigint
  /** At least two calls that work one after the other. */
  readonly calls?: readonly unknown[]
  /** A value that is no call of the namespace. */
  readonly invalidCall?: unknown
  /** Address of a token that exists. */
  readonly token?: string
  /** An address of the right form where no token is. */
  readonly noToken?: string
  /** A name, and the address that it stands for. */
  readonly name?: { readonly name: string; readonly address: string }
  /** A transaction of the account in the namespace's wire form, not signed. */
  readonly transaction?: Uint8Array
  /** The id of a transaction that the chain doesn't have, in the right form. */
  readonly noTransaction?: string
  /** A collectible that the account owns. */
  readonly collectible?: CollectibleReference
}

/** The capabilities of a namespace with a wallet and a chain that a test can steer. If a member is missing, the suite fails, unless its `lacks` names it. */
export interface CapabilityHarness {
  /** The capabilities, and the network for its coin. */
  readonly namespace: Pick<NamespaceContribution, 'networks' | 'capabilities' | 'isAddress' | 'isSameAddress'>
  readonly networkId: NetworkId
  /** Of the wallet, with some of the coin. */
  readonly account: Account
  /** The connected wallet's provider, as `Connection.provider(namespace)` returns it. */
  readonly provider: unknown
  readonly inputs: CapabilityInputs
  /** How often a person has been asked so far. */
  prompts?(): number
  /** Makes the wallet decline the next request. */
  reject?(): void
  /** Makes the wallet leave the next request without an answer. */
  hang?(): void
  /** Makes the wallet throw exactly this at the next request. */
  throws?(error: unknown): void
  /** Makes the wallet answer exactly this to the next request, in the place of a signature or a transaction. */
  answers?(value: unknown): void
  /**
   * Makes the wallet sign, or send, a payment to somebody else in the place of the next one, as a wallet might that somebody has changed.
   * Its signature holds.
   */
  paysAnother?(): void
  /** Has the chain decide what was sent. Until then it is pending. Settles once those who wait can know it. */
  decide?(id: string, status: 'confirmed' | 'failed'): void | Promise<void>
  /**
   * Lets the time pass in which the chain may take what was sent, without its taking it. Settles once those who wait can know it. A chain
   * whose transactions never expire lacks it.
   */
  expire?(id: string): void | Promise<void>
  /** Returns the coin that an address has on the chain itself, in the smallest unit, and not as the plugin reads it. */
  balanceOf?(address: string): bigint | Promise<bigint>
  /** Makes the node leave every request without an answer. */
  nodeHangs?(): void
  /** Makes the node fail at every request. */
  nodeFails?(): void
  /** Makes the node refuse the next transaction that it is handed. Where the wallet hands it in, the namespace lacks it. */
  nodeRefuses?(): void
  /** Whether a signature is the account's, over this text. */
  verify?(signed: SignedMessage, message: string): boolean | Promise<boolean>
  /** Whether the wire form of a transaction is signed by the account. */
  verifyTransaction?(signed: Uint8Array): boolean | Promise<boolean>
  /** Ends what the harness started. */
  stop?(): void | Promise<void>
}
