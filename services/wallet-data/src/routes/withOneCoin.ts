import type { HistoryMovement } from '../store/readHistory.js'

/** Takes the fees of ZKsync's networks, which their coin's contract logs like any payment. */
const bootloader = '0x0000000000000000000000000000000000008001'

/**
 * Tells the moves of a transaction once where a token is the network's own coin: its moves are the coin's, and those that the
 * coin tells as well, or that only pass through the token's contract, are left out.
 *
 * @param coinToken Canonical.
 */
export function withOneCoin(
  movements: readonly HistoryMovement[],
  coinToken: string | undefined,
): readonly HistoryMovement[] {
  const logged = movements.filter((one) => coinToken !== undefined && one.asset === coinToken)
  if (logged.length === 0) return movements
  const others = movements.filter((one) => !logged.includes(one))
  const payments = logged
    .filter(({ sender, receiver }) => sender !== bootloader && receiver !== bootloader)
    .map((one) => ({ ...one, asset: '' }))
  const untold = [...payments]
  const left = others.filter((coin) => {
    if (coin.asset !== '') return true
    const isSame = (one: HistoryMovement) => one.amount === coin.amount && isWayOf(coin, one, coinToken)
    const at = untold.findIndex(isSame)
    if (at >= 0) untold.splice(at, 1)
    return at < 0
  })
  return [
    ...left.filter(({ asset }) => asset === ''),
    ...payments,
    ...left.filter(({ asset }) => asset !== ''),
  ]
}

/** Whether a move of the coin is the logged one, or a part of its way through the token's contract. */
function isWayOf(coin: HistoryMovement, logged: HistoryMovement, coinToken: string | undefined): boolean {
  const isFrom = coin.sender === logged.sender || coin.sender === coinToken
  const isTo = coin.receiver === logged.receiver || coin.receiver === coinToken
  return isFrom && isTo
}
