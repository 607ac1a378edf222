import { unavailable } from '../http/serviceError.js'
import { chunked } from '../store/readIndex.js'
import type { Chain } from '../chains/chain.js'
import type { Multiplier } from '../chains/multiplier.js'

export interface Multipliers {
  /**
   * Reads by which factors people multiply the amounts of tokens, of those that state one, by the token's canonical address.
   *
   * @throws ServiceError 503 where the node can't say: without, an answer would tell another amount
   */
  read(chain: Chain, tokens: readonly string[]): Promise<ReadonlyMap<string, Multiplier>>
}

/** Milliseconds for which a token that states none isn't asked again. A contract may learn to. */
const silentMilliseconds = 300_000
const remembered = 100_000

/** Asks tokens each time: a multiplier changes without any transfer. Only that a token states none is remembered for a while. */
export function createMultipliers(now: () => number): Multipliers {
  /** Until when. The oldest first. */
  const silent = new Map<string, number>()

  function remember(key: string): void {
    silent.delete(key)
    silent.set(key, now() + silentMilliseconds)
    const [oldest] = silent.keys()
    if (silent.size > remembered && oldest !== undefined) silent.delete(oldest)
  }

  return {
    async read(chain, tokens) {
      const found = new Map<string, Multiplier>()
      const { networkId, readMultipliers } = chain
      if (!readMultipliers) return found
      const keyOf = (token: string) => `${networkId} ${token}`
      const isAsked = (token: string) => token !== '' && (silent.get(keyOf(token)) ?? 0) <= now()
      for (const asked of chunked([...new Set(tokens)].filter(isAsked))) {
        const multipliers = await readMultipliers(asked).catch((cause) => {
          throw unavailable(`How amounts on ${networkId} are shown`, cause)
        })
        for (const token of asked) {
          const multiplier = multipliers.get(token)
          if (multiplier) found.set(token, multiplier)
          else remember(keyOf(token))
        }
      }
      return found
    },
  }
}
