import type { NetworkId } from '../caip.js'
import { capabilityToken } from './capabilityToken.js'

/** Which collectible (NFT) is meant: `address` and `id` as of `OwnedCollectible`. */
export interface CollectibleReference {
  readonly networkId: NetworkId
  /** Contract or mint. */
  readonly address: string
  /** Within the contract, a decimal string. */
  readonly id: string
}

export interface CollectibleTransferRequest extends CollectibleReference {
  /** Owner, in the namespace's own form. */
  readonly from: string
  readonly to: string
  /** How many of it: `1n` for what exists once. */
  readonly amount: bigint
  readonly signal?: AbortSignal
}

/** A transfer that was checked against the chain. */
export interface CollectibleTransfer {
  /** In the namespace's own form, for `Calls.prepare`. */
  readonly calls: readonly unknown[]
  /** How many the owner has now. */
  readonly ownerHas: bigint
  /** How many the receiver has now. After the transfer it has `amount` more, or the collection lied. */
  readonly receiverHas: bigint
}

/**
 * Moves collectibles of one account to another, as `Calls`. A collection is a stranger's program: it may tell of a transfer that never
 * was, so ask `count` once the chain has taken it.
 */
export interface CollectibleTransfersCapability {
  /**
   * Checks owner and receiver, and tries the transfer. Asks no wallet.
   *
   * @throws BaseError `COLLECTIBLE_TO_NOBODY` for what is no address, or the zero address; `COLLECTIBLE_TO_COLLECTION` and
   *   `COLLECTIBLE_TO_SELF` for the collection and the owner; `COLLECTIBLE_NOT_OWNED` when the account has fewer than `amount`;
   *   `COLLECTIBLE_RECEIVER_REFUSES` when the receiver is a program that takes none; `COLLECTIBLE_STUCK` when the
   *   collection doesn't move it; NetworkError when no endpoint answers.
   */
  prepare(request: CollectibleTransferRequest): Promise<CollectibleTransfer>
  /**
   * How many of it an account has now, by the collection's own word.
   *
   * @throws NetworkError when no endpoint answers
   */
  count(
    request: CollectibleReference & { readonly owner: string; readonly signal?: AbortSignal },
  ): Promise<bigint>
}

export const CollectibleTransfers = capabilityToken<CollectibleTransfersCapability>(
  'latchkey.capability.collectibleTransfers/1',
  ['prepare', 'count'],
)
