import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
} from '@solana/spl-token'
import { PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js'

/** Something that the maker trades. */
export interface MarketAsset {
  /** As the protocol names it: the coin by the mint of the wrapped one. */
  readonly mint: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Token program that owns the mint. Absent for the coin. */
  readonly program?: string
}

export interface Deal {
  readonly trader: PublicKey
  readonly maker: PublicKey
  readonly sell: MarketAsset
  readonly buy: MarketAsset
  readonly sold: bigint
  readonly bought: bigint
}

/** Both sides of a deal. The trader pays for opening the own token account, as for every fee. */
export function makeDeal({ trader, maker, sell, buy, sold, bought }: Deal): TransactionInstruction[] {
  return [
    ...openPlace(trader, buy),
    payAsset(sell, trader, maker, sold),
    payAsset(buy, maker, trader, bought),
  ]
}

function placeOf(owner: PublicKey, { mint, program }: MarketAsset): PublicKey {
  const programKey = program === undefined ? undefined : new PublicKey(program)
  return getAssociatedTokenAddressSync(new PublicKey(mint), owner, true, programKey)
}

export function openPlace(
  owner: PublicKey,
  asset: MarketAsset,
  payer: PublicKey = owner,
): TransactionInstruction[] {
  if (asset.program === undefined) return []
  const [mint, program] = [new PublicKey(asset.mint), new PublicKey(asset.program)]
  const place = placeOf(owner, asset)
  return [createAssociatedTokenAccountIdempotentInstruction(payer, place, owner, mint, program)]
}

export function payAsset(
  asset: MarketAsset,
  from: PublicKey,
  to: PublicKey,
  amount: bigint,
): TransactionInstruction {
  const { mint, program, decimals } = asset
  if (program === undefined) {
    return SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount })
  }
  return createTransferCheckedInstruction(
    placeOf(from, asset),
    new PublicKey(mint),
    placeOf(to, asset),
    from,
    amount,
    decimals,
    [],
    new PublicKey(program),
  )
}
