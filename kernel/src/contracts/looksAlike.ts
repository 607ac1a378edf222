/** How much of each end people compare, and attackers take the trouble to match. */
const compared = 3
const bech32 = /^[a-z]{2,5}1(?=[ac-hj-np-z02-9]{20,}$)/

/**
 * Whether two addresses are told apart only by their middle. Case is left out: it hardly shows.
 * Poisoners make such addresses in minutes and send from them, so that they stand in the list of transactions.
 */
export function looksAlike(left: string, right: string): boolean {
  const one = distinctive(left)
  const other = distinctive(right)
  // no money: letters
  if (one === other || one.length < 2 * compared || other.length < 2 * compared) return false
  return (
    one.slice(0, compared) === other.slice(0, compared) && one.slice(-compared) === other.slice(-compared)
  )
}

/** Without what all addresses of a kind begin with: `0x`, or human-readable part and version of bech32. */
function distinctive(address: string): string {
  const lower = address.toLowerCase()
  if (lower.startsWith('0x')) return lower.slice(2)
  const isOneCase = address === lower || address === address.toUpperCase()
  return isOneCase && bech32.test(lower) ? lower.replace(bech32, '').slice(1) : lower
}
