import { compareStandings, type Holding, standingOf } from '@latchkey/kernel/contracts'
import type { FoundHoldings } from './direct/directHoldings.js'

export interface Vouchers {
  readonly nativeSymbol: string | undefined
  isListed(token: string): boolean
  isKept(token: string): boolean
}

/**
 * Says what a list and the person vouch for, and puts the rest last: anyone can send an account a token of any name. A picture
 * could make it look like one that people know, and loading it tells its maker that somebody looked.
 */
export function strangersLast(
  found: FoundHoldings,
  { nativeSymbol, isListed, isKept }: Vouchers,
): FoundHoldings {
  const judged = found.holdings.map((given) => {
    const { address } = given
    const holding: Holding = {
      ...given,
      ...(address !== undefined && isListed(address) ? { isListed: true } : {}),
      ...(address !== undefined && isKept(address) ? { isKept: true } : {}),
    }
    return { holding, standing: standingOf(holding, nativeSymbol) }
  })
  judged.sort((left, right) => compareStandings(left.standing, right.standing))
  return {
    ...found,
    holdings: judged.map(({ holding, standing }) => {
      const { icon: _, ...plain } = holding
      return standing === 'vouched' ? holding : plain
    }),
  }
}
