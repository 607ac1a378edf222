import { CharacterClass, isEvery, isEveryOrEncoded, isIn } from './characterClasses.js'

/** Whether `text` is a `scheme` of RFC 3986 section 3.1. */
export function isScheme(text: string): boolean {
  const first = text.charCodeAt(0) | 32
  return first >= 97 && first <= 122 && isEvery(text, CharacterClass.scheme)
}

/** Whether `text` is a `userinfo` of RFC 3986 section 3.2.1. */
export function isUserinfo(text: string): boolean {
  return isEveryOrEncoded(text, CharacterClass.userinfo)
}

/** Whether `text` is a `reg-name` of RFC 3986 section 3.2.2. Every IPv4 address is one too. */
export function isRegName(text: string): boolean {
  return isEveryOrEncoded(text, CharacterClass.unreservedOrSubDelims)
}

/** Whether `text` is an `IPvFuture` of RFC 3986 section 3.2.2. */
export function isIpFuture(text: string): boolean {
  const dot = text.indexOf('.')
  if ((text.charCodeAt(0) | 32) !== 118 || dot < 2 || dot === text.length - 1) return false
  return isEvery(text, CharacterClass.hex, 1, dot) && isEvery(text, CharacterClass.userinfo, dot + 1)
}

/** Whether `text` is a `fragment` or a `query` of RFC 3986 sections 3.4 and 3.5. */
export function isFragment(text: string): boolean {
  return isEveryOrEncoded(text, CharacterClass.query)
}

/** Whether `text` is zero or more `pchar` (RFC 3986 section 3.3), the form of an EIP-4361 request id. */
export function isPchars(text: string): boolean {
  return isEveryOrEncoded(text, CharacterClass.pchar)
}

function isIpv4(text: string): boolean {
  const octets = text.split('.')
  return octets.length === 4 && octets.every(isOctet)
}

/** RFC 3986 has no leading zeros here, the public SIWE vectors do; they are read, as decimal. */
function isOctet(text: string): boolean {
  if (text.length < 1 || text.length > 3 || !isEvery(text, CharacterClass.digit)) return false
  return Number(text) <= 255
}

/** How many 16-bit groups the colon-separated run holds, or undefined when it is not one. */
function groupCount(run: string, ipv4Allowed: boolean): number | undefined {
  if (run === '') return 0
  const groups = run.split(':')
  let count = 0
  for (const [index, group] of groups.entries()) {
    const last = index === groups.length - 1
    if (last && ipv4Allowed && group.includes('.')) {
      if (!isIpv4(group)) return undefined
      count += 2
    } else {
      if (group.length < 1 || group.length > 4 || !isEvery(group, CharacterClass.hex)) return undefined
      count += 1
    }
  }
  return count
}

/** Whether `text` is an `IPv6address` of RFC 3986 section 3.2.2 (no zone). */
function isIpv6(text: string): boolean {
  if (text.length > 45) return false
  const gap = text.indexOf('::')
  if (gap < 0) return groupCount(text, true) === 8
  const before = groupCount(text.slice(0, gap), false)
  const after = groupCount(text.slice(gap + 2), true)
  return before !== undefined && after !== undefined && before + after <= 7
}

function isHost(text: string): boolean {
  if (text.charCodeAt(0) !== 91) return isRegName(text)
  if (text.charCodeAt(text.length - 1) !== 93) return false
  const literal = text.slice(1, -1)
  return isIpv6(literal) || isIpFuture(literal)
}

/** Whether `text` is an `authority` of RFC 3986 section 3.2: `[userinfo@]host[:port]`. May be empty. */
export function isAuthority(text: string): boolean {
  const at = text.indexOf('@')
  if (at >= 0 && !isUserinfo(text.slice(0, at))) return false
  const hostStart = at + 1
  const hostEnd = text.charCodeAt(hostStart) === 91 ? text.indexOf(']', hostStart) + 1 : hostStart
  const colon = text.indexOf(':', hostEnd)
  const end = colon < 0 ? text.length : colon
  return isHost(text.slice(hostStart, end)) && isEvery(text, CharacterClass.digit, end + 1)
}

/** Whether `text` is a `URI` of RFC 3986 section 3: a scheme is required. Runs once over the text. */
export function isUri(text: string): boolean {
  const colon = text.indexOf(':')
  if (colon < 1 || !isScheme(text.slice(0, colon))) return false
  let end = text.length
  const hash = text.indexOf('#', colon)
  if (hash >= 0) {
    if (!isEveryOrEncoded(text, CharacterClass.query, hash + 1, end)) return false
    end = hash
  }
  const question = text.indexOf('?', colon)
  if (question >= 0 && question < end) {
    if (!isEveryOrEncoded(text, CharacterClass.query, question + 1, end)) return false
    end = question
  }
  let path = colon + 1
  if (text.startsWith('//', path) && path + 2 <= end) {
    const slash = text.indexOf('/', path + 2)
    const authorityEnd = slash < 0 || slash > end ? end : slash
    if (!isAuthority(text.slice(path + 2, authorityEnd))) return false
    path = authorityEnd
  }
  return isEveryOrEncoded(text, CharacterClass.path, path, end)
}

/** `scheme://authority` of a URI, or undefined when it has no authority. The input must be a URI. */
export function originOf(uri: string): { scheme: string; authority: string } | undefined {
  const colon = uri.indexOf(':')
  if (colon < 1 || !uri.startsWith('//', colon + 1)) return undefined
  let end = colon + 3
  while (end < uri.length && !isIn(uri, end, CharacterClass.authorityEnd)) end++
  return { scheme: uri.slice(0, colon), authority: uri.slice(colon + 3, end) }
}
