import { isIPv4, isIPv6 } from 'node:net'

export interface CallerOptions {
  /** Address of the connection. */
  readonly direct: string | undefined
  /** The header `x-forwarded-for`. */
  readonly forwardedFor: string | undefined
  /** How many proxies of one's own stand before the service; each adds one entry at the end. */
  readonly proxies: number
}

/**
 * Returns what the requests of one caller are counted by: an IPv4 address, or the first 64 bits of an IPv6 address. It's the address
 * that the outermost proxy saw; what stands further left in the header is a caller's own claim and never read. Without a proxy, or where
 * the proxy wrote no address, it's that of the connection.
 */
export function readCaller({ direct, forwardedFor = '', proxies }: CallerOptions): string {
  const seen = proxies > 0 ? (forwardedFor.split(',').at(-proxies) ?? '') : ''
  return networkOf(addressOf(seen.trim())) ?? networkOf(direct ?? '') ?? 'unknown'
}

/** Some proxies write the port, too: `192.0.2.1:443`, `[2001:db8::1]:443`. It's another one for each connection. */
function addressOf(entry: string): string {
  const [, bracketed, plain] = /^(?:\[(.+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(entry) ?? []
  return bracketed ?? plain ?? entry
}

/** A single connection is given at least 64 bits of addresses (RFC 6177), so that counting each for itself would count nothing. */
function networkOf(address: string): string | undefined {
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  const groups = groupsOf(address)
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

/** The eight groups of an IPv6 address, without its zone. */
function groupsOf(address: string): readonly number[] {
  const [plain = ''] = address.split('%')
  const [head = '', tail] = plain.split('::')
  const [left, right] = [numbersOf(head), tail === undefined ? [] : numbersOf(tail)]
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}

/** The last 32 bits may be written as IPv4. */
function numbersOf(text: string): readonly number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d]
  })
}
