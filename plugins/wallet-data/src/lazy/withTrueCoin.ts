import { BaseError, type Network } from '@latchkey/kernel/plugin'
import { isCoinToken } from '@latchkey/kernel/contracts'
import type { Holding } from '@latchkey/kernel/contracts'
import type { FoundHoldings } from './direct/directHoldings.js'
import { coinUnavailable } from './errors.js'

/**
 * What the app says of a network's own coin is the truth: its places tell how much an amount that somebody types is, and
 * its symbol what is sent. A source that counts in other places is not believed about the coin; names are put right. A token that
 * is the coin itself is left out, or stands for the coin where a source doesn't name it.
 */
export function withTrueCoin(given: FoundHoldings, network: Network | undefined): FoundHoldings {
  if (!network) return given
  const found = withOneCoin(given, network)
  const { name, symbol, decimals } = network.nativeCurrency
  const isOther = ({ address, amount }: Holding) => address === undefined && amount.decimals !== decimals
  const other = found.holdings.find(isOther)
  const holdings = found.holdings
    .filter((holding) => !isOther(holding))
    .map((holding) =>
      holding.address === undefined ? { ...holding, name, amount: { ...holding.amount, symbol } } : holding,
    )
  if (!other) return { ...found, holdings }
  const cause = new BaseError('A source counts the coin in other places than the app.', {
    code: 'COIN_DECIMALS_MISMATCH',
    metaMessages: [`In the app: ${decimals}.`, `The source: ${other.amount.decimals}.`],
  })
  return { holdings, problems: [coinUnavailable(symbol, cause), ...found.problems], isPartial: true }
}

function withOneCoin(found: FoundHoldings, network: Network): FoundHoldings {
  const twin = found.holdings.find((holding) => isCoinToken(holding, network))
  if (!twin) return found
  const hasCoin = found.holdings.some(({ address }) => address === undefined)
  const { address: _address, ...coin } = twin
  const others = found.holdings.filter((holding) => !isCoinToken(holding, network))
  return { ...found, holdings: hasCoin ? others : [coin, ...others] }
}
