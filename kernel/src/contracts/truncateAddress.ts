/**
 * An address shortened in the middle: `0xd8dA…6045`. Short texts stay whole. For display only; comparing
 * two shortened addresses proves nothing.
 *
 * @param start characters kept at the start, default 6
 * @param end characters kept at the end, default 4
 */
export function truncateAddress(address: string, start = 6, end = 4): string {
  if (address.length <= start + end + 1) return address
  return `${address.slice(0, start)}…${end > 0 ? address.slice(-end) : ''}`
}
