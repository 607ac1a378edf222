import type { Log } from '../history/rpcSchemas.js'
import { readTransfers } from '../history/readTransfers.js'
import { transferTopic } from '../history/topics.js'

/** Something that once came in. Whether it is still there is asked of its contract. */
export interface Candidate {
  readonly kind: 'erc721' | 'erc1155'
  /** In lower case. */
  readonly address: `0x${string}`
  readonly id: bigint
}

/** The collectibles that came to an account, newest first. Logs anyone can write: they are no proof of anything. */
export function candidatesOf(logs: readonly Log[], account: string): readonly Candidate[] {
  const own = account.toLowerCase()
  const newestFirst = [...logs].sort((left, right) =>
    (left.blockNumber ?? 0n) < (right.blockNumber ?? 0n) ? 1 : -1,
  )
  return newestFirst.flatMap((log) =>
    readTransfers([log], own).flatMap(({ contract, to, id }) =>
      to === own && id !== undefined
        ? [
            {
              kind: log.topics[0] === transferTopic ? 'erc721' : 'erc1155',
              address: contract as `0x${string}`,
              id: BigInt(id),
            } as const,
          ]
        : [],
    ),
  )
}
