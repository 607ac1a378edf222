import { type BaseError, token, type Words } from '@latchkey/kernel/plugin'
import type { Collectible, CollectibleReference, PreparedCalls } from '@latchkey/kernel/contracts'
import type { Danger } from '@latchkey/kernel/transaction'
import type { RecentReceiver, SendDanger, SendWarning } from './Sender.js'

/** The sending of a collectible (NFT) that was checked against the chain. */
export interface PreparedCollectible {
  /** CAIP-10 of the owner. */
  readonly accountId: string
  readonly item: Collectible
  readonly to: string
  readonly amount: bigint
  /** As of `CollectibleTransfer`. */
  readonly ownerHas: bigint
  readonly receiverHas: bigint
  readonly calls: PreparedCalls
  /** What the receiver's address tells. */
  readonly warnings: readonly SendWarning[]
  /** The person has to accept each of them before the wallet is asked. */
  readonly dangers: readonly SendDanger[]
}

export interface SendingCollectible {
  readonly prepared: PreparedCollectible
  /**
   * `asking`: the wallet is asked. `refused`: it made nothing, `error` says why. `lost`: it didn't answer, and may have sent
   * something. `pending`: the chain decides. `undecided`: the chain couldn't be followed. After the chain has taken it, the
   * collection is asked who owns the item: `confirmed`: the receiver. `unmoved`: still the sender, whatever the collection
   * logged. `unchecked`: it didn't say.
   */
  readonly phase:
    | 'asking'
    | 'refused'
    | 'lost'
    | 'pending'
    | 'confirmed'
    | 'unmoved'
    | 'unchecked'
    | 'failed'
    | 'undecided'
  /** Of the transaction, once the wallet has named it. */
  readonly id?: string
  /** When the wallet named it, in milliseconds since the epoch. */
  readonly sentAt?: number
  readonly error?: BaseError
  readonly reason?: Words
}

/** How many of an item an account has, by the collection's own word. */
export interface HeldCollectible extends CollectibleReference {
  /** CAIP-10 of the owner. */
  readonly accountId: string
  readonly count: bigint
}

export interface CollectibleState {
  /** The last one that a wallet was asked for. */
  sending: SendingCollectible | undefined
  /** The last answer of `CollectibleController.follow`. `undefined` until the first one. */
  held: HeldCollectible | undefined
}

/** What checks a collectible's sending and has it done. Loaded with the first view. */
export interface CollectibleController {
  /**
   * Checks owner and receiver, and tries the transfer. Asks no wallet.
   *
   * @throws BaseError with the codes of `CollectibleTransfers.prepare` and `Calls.prepare`; `COLLECTIBLE_UNAVAILABLE` when the active
   *   account isn't on the item's network, or can't send collectibles.
   */
  prepare(request: {
    readonly item: Collectible
    readonly to: string
    readonly amount: bigint
  }): Promise<PreparedCollectible>
  /**
   * Asks the collection now, and every 30 seconds while `SendCollectibleRoute` is on screen, how many of an item the active account
   * has. Writes it to `state.held`; what was read before stays where nobody answers. The last item that was given is followed.
   */
  follow(item: CollectibleReference): Promise<void>
  /**
   * Asks the wallet for what was prepared, and then the collection whether it moved. One at a time. Never rejects.
   *
   * Two errors in `state.sending.error` say that no wallet was asked. `COLLECTIBLE_REVIEW_OUTDATED`: something may have been sent to the
   * receiver since, so prepare again. `DANGER_NOT_ACCEPTED`: the person has not accepted all of `prepared.dangers`.
   *
   * @param accepted Those of `prepared.dangers` that the person accepted.
   */
  send(prepared: PreparedCollectible, accepted?: readonly Danger[]): Promise<void>
  /** Those this app sent to before, newest first, of the active namespace. */
  recents(): readonly RecentReceiver[]
  /** Stops showing the last one. If a wallet that is asked sends it after all, activity tells. */
  dismiss(): void
}

export interface CollectibleSenderService {
  /** Read with `useSnapshot` or `subscribe` of valtio. Written here only. */
  readonly state: Readonly<CollectibleState>
  load(): Promise<CollectibleController>
}

/** Sending of collectibles (NFTs), on chains with `CollectibleTransfers` and `Calls`. `SendCollectibleRoute` shows it. */
export const CollectibleSender = token<CollectibleSenderService>('latchkey.collectibleSender', {
  package: '@latchkey/plugin-send',
})
