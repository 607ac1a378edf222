import type { NetworkId } from '../caip.js'
import { capabilityToken } from './capabilityToken.js'
import type { Amount } from './amount.js'

/** An asset as the wallet itself knows it. All of it is untrusted text. */
export interface WalletAsset {
  /** Absent for the native coin. */
  readonly address?: string
  readonly name: string
  readonly amount: Amount
  readonly icon?: string
  /** Price of one whole unit in US dollars, a decimal string. Absent when the wallet gave none. */
  readonly priceInUsd?: string
}

export interface WalletAssetsRequest {
  readonly networkId: NetworkId
  readonly address: string
  /** What `Connection.provider(namespace)` answered. */
  readonly provider: unknown
  readonly signal?: AbortSignal
}

/** Asks the connected wallet what an account holds, where the wallet offers that: no service learns the address. */
export interface WalletAssetsCapability {
  /**
   * Answers `undefined` when the wallet does not offer it for the network. Never opens a prompt. Assets
   * without a valid amount are left out.
   * @throws BaseError when the wallet offers it and fails, or answers in a form that is not valid.
   */
  read(request: WalletAssetsRequest): Promise<readonly WalletAsset[] | undefined>
}

export const WalletAssets = capabilityToken<WalletAssetsCapability>('latchkey.capability.walletAssets/1', [
  'read',
])
