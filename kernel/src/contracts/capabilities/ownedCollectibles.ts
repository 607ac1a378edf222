import type { NetworkId } from '../caip.js'
import { capabilityToken } from './capabilityToken.js'
import type { HistoryPage } from './history.js'

/** One collectible (NFT) that an account owns, as the chain tells it. All text is untrusted. */
export interface OwnedCollectible {
  /** Contract or mint. */
  readonly address: string
  /** Within the contract, a decimal string. */
  readonly id: string
  readonly name: string
  readonly collection?: string
  /** A `data:` picture, or one of a host that the app lists. */
  readonly picture?: string
  readonly count: bigint
}

export interface OwnedCollectiblesPage {
  readonly items: readonly OwnedCollectible[]
  /** Asks for more; absent when the source has no more, or does not look further. */
  readonly next?: string
  /** How far the source looked, when that is not to the account's beginning. */
  readonly searched?: NonNullable<HistoryPage['searched']>
}

export interface OwnedCollectiblesRequest {
  readonly networkId: NetworkId
  readonly address: string
  /** `next` of the page before. */
  readonly cursor?: string
  readonly signal?: AbortSignal
}

/** Finds the collectibles of an account on the chain itself, within a window that it states. */
export interface OwnedCollectiblesCapability {
  /** @throws NetworkError when no endpoint answers. */
  read(request: OwnedCollectiblesRequest): Promise<OwnedCollectiblesPage>
}

export const OwnedCollectibles = capabilityToken<OwnedCollectiblesCapability>(
  'latchkey.capability.ownedCollectibles/1',
  ['read'],
)
