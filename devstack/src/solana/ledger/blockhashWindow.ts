import { randomBytes } from 'node:crypto'
import { base58 } from '@scure/base'

/** How many slots a blockhash stays usable on Solana. */
const blockhashLifetime = 150

/** The blockhashes a transaction may still refer to. One is added per slot; each lives for 150 slots. */
export interface BlockhashWindow {
  /** Starts the slot with a new hash and forgets the ones that are too old. */
  advance(slot: number): void
  latest(): { blockhash: string; lastValidBlockHeight: number }
  isValid(blockhash: string): boolean
  /** The hashes of earlier slots, newest first, as the SlotHashes sysvar holds them. */
  earlier(): { slot: bigint; hash: string }[]
}

/** Starts the window at `slot`. LiteSVM itself remembers one hash only, so the window is kept here. */
export function createBlockhashWindow(slot: number): BlockhashWindow {
  const slots = new Map<string, number>()
  let newest = { blockhash: '', slot }

  const advance = (next: number) => {
    newest = { blockhash: base58.encode(randomBytes(32)), slot: next }
    slots.set(newest.blockhash, next)
    for (const [hash, created] of slots) {
      if (next - created <= blockhashLifetime) break
      slots.delete(hash)
    }
  }
  advance(slot)

  return {
    advance,
    latest: () => ({
      blockhash: newest.blockhash,
      lastValidBlockHeight: newest.slot + blockhashLifetime,
    }),
    isValid: (hash) => slots.has(hash),
    earlier: () =>
      [...slots]
        .map(([hash, created]) => ({ slot: BigInt(created), hash }))
        .filter((one) => one.slot < newest.slot)
        .reverse(),
  }
}
