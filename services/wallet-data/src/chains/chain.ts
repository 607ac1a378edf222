import type { AssetKind } from '../database/schema.js'
import type { Multiplier } from './multiplier.js'

/** An asset that an address holds or held. */
export interface Holder {
  /** Canonical. */
  readonly address: string
  readonly asset: string
  /** Of a collectible; '' for everything else. */
  readonly tokenId: string
}

export interface HeldAmount extends Holder {
  readonly amount: bigint
}

export interface AssetFacts {
  readonly address: string
  readonly kind: AssetKind
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export interface CollectibleFacts {
  readonly address: string
  readonly tokenId: string
  /** '' where the item does not say. */
  readonly name: string
  readonly picture: string | undefined
}

export interface Movement {
  /** '' is the native coin. */
  readonly asset: string
  readonly tokenId: string
  readonly sender: string | undefined
  readonly receiver: string | undefined
  readonly amount: bigint
}

/** A transaction as the index keeps it. Addresses are canonical. */
export interface ChainTransaction {
  readonly id: string
  readonly height: number
  /** Place in its block. */
  readonly position: number
  /** Milliseconds since the epoch. */
  readonly minedAt: number
  readonly sender: string | undefined
  readonly receiver: string | undefined
  readonly isFailed: boolean
  /** What it does, where that cannot be told from what moved. */
  readonly operation: 'approve' | 'cancel' | 'deploy' | undefined
  readonly nonce: number
  readonly fee: bigint | undefined
  readonly movements: readonly Movement[]
  /** Who else took part, besides sender, receiver and those between whom something moved. */
  readonly others?: readonly string[]
}

/** A transaction that the chain lists and that can't be read here. */
export interface UnreadTransaction extends Pick<ChainTransaction, 'id' | 'height' | 'position' | 'minedAt'> {
  readonly isUnread: true
}

export interface NativeCoin {
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

/** What the routes ask about a chain. */
export interface Chain {
  /** CAIP-2. */
  readonly networkId: string
  readonly namespace: string
  readonly native: NativeCoin
  /** The token contract that moves the coin itself, canonical, where the network has one. */
  readonly coinToken?: string | undefined
  /** The form that the database keeps and compares, or `undefined` for what is no address of the chain. */
  canonicalAddress(text: string): string | undefined
  /** The form that people see. */
  formatAddress(canonical: string): string
  /** In the smallest unit, from the node. */
  nativeBalance(canonical: string): Promise<bigint>
  /**
   * Reads one token at the newest block, with its facts; `undefined` for what is no token. Absent where the chain has
   * no tokens here.
   */
  readToken?(holder: Holder): Promise<{ readonly amount: bigint; readonly facts: AssetFacts } | undefined>
  /**
   * Reads by which factors people multiply amounts now, of those tokens that state one. Absent where no token of the chain does.
   * @throws what the node failed with
   */
  readMultipliers?(tokens: readonly string[]): Promise<ReadonlyMap<string, Multiplier>>
  stop(): Promise<void>
}

/** A block with everything the index wants of it. */
export interface ChainBlock {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly transactions: readonly ChainTransaction[]
}

/** A chain that is followed block by block. */
export interface BlockChain extends Chain {
  readonly firstHeight: number
  tip(): Promise<number>
  /** `undefined` above the tip. */
  hashAt(height: number): Promise<string | undefined>
  readBlocks(from: number, to: number): Promise<readonly ChainBlock[]>
  /**
   * What the holders have after the block.
   * @throws when the node has no such block any more
   */
  readAmounts(holders: readonly Holder[], blockHash: string): Promise<readonly HeldAmount[]>
  readAssets(transactions: readonly ChainTransaction[], known: AssetLookup): Promise<NewAssets>
}

export interface NewAssets {
  readonly assets: readonly AssetFacts[]
  readonly collectibles: readonly CollectibleFacts[]
}

/** Which assets and collectibles the index knows already. */
export interface AssetLookup {
  hasAsset(address: string): boolean
  hasCollectible(address: string, tokenId: string): boolean
}
