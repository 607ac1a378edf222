import { isIPv6 } from 'node:net'

/**
 * What requests of one caller are counted by: an IPv4 address, or the first 64 bits of an IPv6 address. A single connection is given
 * at least that many addresses (RFC 6177), so that counting each for itself would count nothing.
 */
export function callerNetwork(address: string): string {
  if (!isIPv6(address)) return address
  const [plain = ''] = address.split('%')
  const [head = '', tail] = plain.split('::')
  const left = groupsOf(head)
  const right = tail === undefined ? [] : groupsOf(tail)
  const groups = [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
  const [high = 0, low = 0] = groups.slice(6)
  // An IPv4 address as a socket for both kinds writes it (RFC 4291 section 2.5.5.2).
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  }
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The last 32 bits may be written as IPv4. */
function groupsOf(text: string): readonly number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d]
  })
}
