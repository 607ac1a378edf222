import type { SendNotice } from '@latchkey/kernel/contracts'
import { judgeSlippage, losesMuch } from '../assess.js'
import type { ShownQuote, SwapDanger } from '../Swapper.js'

export interface DangerFacts {
  readonly shown: ShownQuote
  readonly notices: readonly SendNotice[]
  /** The calls' own bytes say that the account receives the minimum. */
  readonly isRead: boolean
}

/** In basis points. */
const onePercent = 100n

/** A price that moves by less than this asks for no new tick. */
const wholePercent = (basisPoints: bigint): bigint =>
  ((basisPoints + onePercent - 1n) / onePercent) * onePercent

/** Lists what a person has to accept before the wallet is asked. What they accepted of one amount and pair says nothing of another. Pure. */
export function dangersOf({ shown, notices, isRead }: DangerFacts): readonly SwapDanger[] {
  const { quote, sell, buy, impact, belowPrice = 0n } = shown
  const pair = `${quote.sold.value} ${sell.address ?? ''} ${buy.address ?? ''}`
  const lost = wholePercent(
    impact === 'extreme' && (quote.priceImpact ?? 0n) > belowPrice ? (quote.priceImpact ?? 0n) : belowPrice,
  )
  // The less arrives, the larger it is.
  const least = -quote.minimum.value
  const earlier = notices.find(({ code }) => code === 'SWAP_MAY_REPEAT')?.parameters?.['askedAt']
  return [
    ...when(earlier !== undefined, { kind: 'mayRepeat', subject: `mayRepeat ${String(earlier)}` }),
    ...when(losesMuch(shown), { kind: 'loses', subject: `loses ${pair}`, size: lost }),
    ...when(!isRead, { kind: 'unchecked', subject: `unchecked ${pair}`, size: least }),
    ...when(isRead && judgeSlippage(quote) === 'high', {
      ...{ kind: 'slippage', subject: `slippage ${pair}`, size: least },
    }),
  ]
}

const when = (holds: boolean, danger: SwapDanger): readonly SwapDanger[] => (holds ? [danger] : [])
