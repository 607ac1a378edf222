import { Balance, type Holding } from '@latchkey/kernel/contracts'
import { BaseError, type NetworkId } from '@latchkey/kernel/plugin'
import type { Chains } from './chains.js'
import type { FoundHoldings } from './direct/directHoldings.js'
import { coinUnavailable, tokensUnreadable } from './errors.js'

/** 2^256 − 1: no chain keeps an amount in more bits. */
const largestOfAll = 2n ** 256n - 1n

/** Reads the largest amount that the network can keep. A service and a wallet don't know it, so their numbers are measured here. */
export function largestOf(chains: Chains, networkId: NetworkId): bigint {
  const told: unknown = chains.capability(networkId, Balance)?.largest?.(networkId)
  return typeof told === 'bigint' && told > 0n && told < largestOfAll ? told : largestOfAll
}

/** Leaves out amounts that the network can't hold, and says so: they are no amounts, and nobody may count on them. */
export function withinLargest(found: FoundHoldings, largest: bigint): FoundHoldings {
  // A token may be shown as a multiple of the number that its chain keeps.
  const isPossible = ({ amount: { value, moved = value } }: Holding) =>
    value <= largestOfAll && moved <= largest
  const left = found.holdings.filter((holding) => !isPossible(holding))
  if (left.length === 0) return found
  const coin = left.find(({ address }) => address === undefined)
  const tokens = left.filter(({ address }) => address !== undefined)
  return {
    ...found,
    holdings: found.holdings.filter(isPossible),
    problems: [
      ...(coin ? [coinUnavailable(coin.amount.symbol, impossible())] : []),
      ...(tokens.length > 0 ? [tokensUnreadable(tokens.map(({ amount }) => amount.symbol))] : []),
      ...found.problems,
    ],
    // The next reading may be of another source, which knows the coin.
    ...(coin ? { isPartial: true } : {}),
  }
}

const impossible = () =>
  new BaseError('A source reported more than the network can hold.', { code: 'AMOUNT_INVALID' })
