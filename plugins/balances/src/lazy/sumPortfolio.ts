import { addDecimals, type Decimal, readDecimal, toDecimal } from '@latchkey/kernel/contracts'
import type { AccountBalances, ShownHolding } from '../BalancesService.js'

export interface PortfolioSum {
  readonly total: string | undefined
  readonly unpriced: number
}

const zero: Decimal = { digits: 0n, scale: 0 }

/** The exact sum of what is not suspicious, hidden or of a test network. */
export function sumPortfolio(
  entries: Readonly<Record<string, AccountBalances>>,
  hidden: readonly string[],
): PortfolioSum {
  const isHidden = new Set(hidden)
  const worths: Decimal[] = []
  let unpriced = 0
  for (const entry of Object.values(entries)) {
    if (entry.isTestnet) continue
    const isLeft = ({ key }: ShownHolding) => isHidden.has(`${entry.networkId}/${key}`)
    const left = entry.holdings.filter((holding) => isLeft(holding) && !holding.isSuspicious)
    unpriced += entry.unpriced - left.filter(({ amount, worth }) => amount.value > 0n && !worth).length
    for (const holding of entry.holdings) {
      const worth = readDecimal(holding.worth)
      if (worth && !holding.isSuspicious && !isLeft(holding)) worths.push(worth)
    }
  }
  const { digits, scale } = worths.reduce(addDecimals, zero)
  return { total: worths.length > 0 ? toDecimal(digits, scale) : undefined, unpriced: Math.max(0, unpriced) }
}
