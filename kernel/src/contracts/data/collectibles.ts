import type { BaseError } from '../../errors/base.js'
import type { HistoryPage } from '../capabilities/history.js'
import type { NetworkId } from '../caip.js'
import { token } from '../../keys/token.js'
import type { DataSource } from './source.js'

/** One collectible (NFT) that an account owns. */
export interface Collectible {
  readonly networkId: NetworkId
  /** Contract or mint. */
  readonly address: string
  /** Token id within the contract, a decimal string; the mint itself where a mint is one item. */
  readonly id: string
  readonly name: string
  readonly collection?: string
  /** Unchecked: shown through `<img>` only, after the shell's check of pictures. */
  readonly picture?: string
  /** How many are owned, for contracts with several of one (ERC-1155). */
  readonly count: bigint
  readonly isSpam: boolean
}

export interface CollectiblesRequest {
  readonly networkId: NetworkId
  readonly address: string
  readonly cursor?: string
  readonly signal?: AbortSignal
}

export interface CollectiblesPage {
  readonly items: readonly Collectible[]
  readonly next?: string
  readonly source: DataSource
  /** How far the source looked, when that is not to the account's beginning. */
  readonly searched?: NonNullable<HistoryPage['searched']>
  /** Why a better source did not answer; absent when the best one did. */
  readonly problems?: readonly BaseError[]
}

export interface CollectiblesService {
  /** Whether any source can list collectibles of the network: the tab hides otherwise. */
  supports(networkId: NetworkId): boolean
  /** @throws BaseError `COLLECTIBLES_UNAVAILABLE` when no source answers. */
  read(request: CollectiblesRequest): Promise<CollectiblesPage>
}

export const Collectibles = token<CollectiblesService>('latchkey.walletData.collectibles', {
  package: '@latchkey/plugin-wallet-data',
})
