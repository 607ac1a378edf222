import type { Movement } from './chain.js'

/** What one party has more or less of an asset after a transaction. */
export interface NetChange {
  readonly address: string
  /** '' is the native coin. */
  readonly asset: string
  /** Negative for what went away. */
  readonly change: bigint
}

/**
 * Movements of chains whose transactions have any number of givers and takers: one for each party, whose other side is
 * known only where there are two parties and the amounts agree.
 */
export function netMovements(changes: readonly NetChange[]): readonly Movement[] {
  return [...groupByAsset(changes)].flatMap(([asset, all]): readonly Movement[] => {
    const moved = all.filter(({ change }) => change !== 0n)
    const [giver, ...givers] = moved.filter(({ change }) => change < 0n)
    const [taker, ...takers] = moved.filter(({ change }) => change > 0n)
    const arePair = giver && taker && givers.length === 0 && takers.length === 0
    if (arePair && taker.change === -giver.change) {
      return [{ asset, tokenId: '', sender: giver.address, receiver: taker.address, amount: taker.change }]
    }
    return moved.map(({ address, change }) =>
      change < 0n
        ? { asset, tokenId: '', sender: address, receiver: undefined, amount: -change }
        : { asset, tokenId: '', sender: undefined, receiver: address, amount: change },
    )
  })
}

function groupByAsset(changes: readonly NetChange[]): Map<string, NetChange[]> {
  const groups = new Map<string, NetChange[]>()
  for (const change of changes) groups.set(change.asset, [...(groups.get(change.asset) ?? []), change])
  return groups
}
