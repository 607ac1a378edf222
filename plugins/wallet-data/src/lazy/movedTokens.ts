import type { Clock } from '@latchkey/kernel/plugin'
import type { AccountRequest } from './direct/directHoldings.js'

/** Tokens that have just moved: an index may lag behind the chain, and is told to read these again. */
export interface MovedTokens {
  add(request: AccountRequest, tokens: readonly string[]): void
  of(request: AccountRequest): readonly string[]
}

/** Milliseconds in which an index is thought to lag behind. */
const lag = 30_000
/** A service takes a bounded list. */
const limit = 20

export function createMovedTokens(clock: Clock): MovedTokens {
  let moved: readonly { readonly key: string; readonly token: string; readonly until: number }[] = []
  const keyOf = ({ networkId, address }: AccountRequest) => JSON.stringify([networkId, address])
  return {
    add(request, tokens) {
      const key = keyOf(request)
      const others = moved.filter((entry) => entry.key !== key || !tokens.includes(entry.token))
      moved = [...tokens.map((token) => ({ key, token, until: clock.now() + lag })), ...others]
    },
    of(request) {
      moved = moved.filter(({ until }) => clock.now() < until)
      const key = keyOf(request)
      return moved
        .filter((entry) => entry.key === key)
        .slice(0, limit)
        .map(({ token }) => token)
    },
  }
}
