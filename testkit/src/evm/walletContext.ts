import type { Address } from 'viem'
import type { Approvals } from './approvals.js'
import type { CallBundles } from './callBundles.js'
import type { NodeRequest } from './nodeClient.js'
import type { WalletState } from './walletState.js'

export interface WatchedAsset {
  readonly type: string
  readonly options: Readonly<Record<string, unknown>>
}

/** How the wallet does several calls of one request (EIP-5792). */
export interface WalletCalls {
  /** `ready`: the account is upgraded to `delegate` (EIP-7702) when the user agrees, and then it is `supported`. */
  readonly atomic: 'supported' | 'ready'
  /** Contract whose code does several calls, `stack.contracts.batchAccount` of the devstack. */
  readonly delegate: Address
  /** Whether the wallet lies: it says that it does them at once, and does them one after the other. Default false. */
  readonly breaksPromise?: boolean
}

/** What the method handlers share. */
export interface WalletContext {
  readonly state: WalletState
  readonly approvals: Approvals
  readonly bundles: CallBundles
  readonly watchedAssets: WatchedAsset[]
  /** `undefined`: one after the other. `none`: the wallet does not know requests of several calls. */
  readonly calls: WalletCalls | 'none' | undefined
  /** Sends one request to the node of a chain. @throws ProviderRpcError 4902 */
  node(chainId: number): NodeRequest
  /** Runs one task after the other, so that two transactions never take the same nonce. */
  inOrder<value>(task: () => Promise<value>): Promise<value>
}

export type MethodHandler = (context: WalletContext, params: unknown) => unknown
export type MethodTable = Readonly<Record<string, MethodHandler>>
