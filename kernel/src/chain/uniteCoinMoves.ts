import type { CoinMove } from './coinMoves.js'

/** Takes the fees of ZKsync's networks, which their coin's contract logs like any payment. */
const bootloader = '0x0000000000000000000000000000000000008001'

/**
 * Returns the moves of the coin in one transaction where a token is the network's own coin (`Network.coinToken`): what the token's
 * contract logged, and what the coin moved beside that. A move that both tell counts once, and so does one that only passes through
 * the contract. Fees that the contract logs are left out.
 *
 * @param told moves of the coin, as transactions, calls or the network's logs tell them. Addresses in lower case.
 * @param logged moves of the token, likewise.
 * @param coinToken in lower case.
 */
export function uniteCoinMoves<Move extends CoinMove>(
  told: readonly Move[],
  logged: readonly Move[],
  coinToken: string,
): readonly Move[] {
  const payments = logged.filter(({ from, to }) => from !== bootloader && to !== bootloader)
  const untold = [...payments]
  const left = told.filter((coin) => {
    const at = untold.findIndex((one) => one.amount === coin.amount && isWayOf(coin, one, coinToken))
    if (at >= 0) untold.splice(at, 1)
    return at < 0
  })
  return [...left, ...payments]
}

/** Whether a move of the coin is the logged one, or a part of its way through the token's contract. */
const isWayOf = (coin: CoinMove, logged: CoinMove, coinToken: string): boolean =>
  (coin.from === logged.from || coin.from === coinToken) && (coin.to === logged.to || coin.to === coinToken)
