import type { PolkadotApi } from './polkadotPayments.js'

/** A block by what is looked for in it. */
export interface ListedBlock {
  readonly number: number
  readonly hash: string
  readonly parent: string
  /** Hashes of its extrinsics, in their order. */
  readonly ids: readonly string[]
}

export type ReadBlock = (hash: string) => Promise<ListedBlock>

/** Extrinsics that are remembered: some 20 MB at most. An hour of a busy chain. */
const memory = 200_000

/**
 * Reads each block once: anybody can ask a shop for a transaction that isn't there, and the second one who does must not
 * cost the node another hour of blocks. A block never changes under its hash.
 */
export function createBlockReader(api: PolkadotApi): ReadBlock {
  const known = new Map<string, Promise<ListedBlock>>()
  let size = 0

  async function ask(hash: string): Promise<ListedBlock> {
    const { block } = await api.rpc.chain.getBlock(hash)
    const { number, parentHash } = block.header
    const ids = [...block.extrinsics].map((extrinsic) => extrinsic.hash.toHex())
    return { number: Number(String(number)), hash, parent: parentHash.toHex(), ids }
  }

  async function forgetOldest(): Promise<void> {
    const [oldest] = known
    if (!oldest) return
    known.delete(oldest[0])
    size -= (await oldest[1]).ids.length
  }

  return async (hash) => {
    const asked = known.get(hash)
    if (asked) return asked
    const asking = ask(hash)
    known.set(hash, asking)
    try {
      const block = await asking
      size += block.ids.length
      while (size > memory && known.size > 1) await forgetOldest()
      return block
    } catch (error) {
      known.delete(hash)
      throw error
    }
  }
}
