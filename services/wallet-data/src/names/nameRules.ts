import { invalid } from '../http/serviceError.js'

const shortest = 3
const longest = 64

/** A whole name, such as `nora.latchkey.id`: exactly three parts, the last two of which are a zone of the service. */
export function checkName(name: string, zones: readonly string[]): string {
  const parts = name.split('.')
  if (!/^[a-z0-9.-]+$/.test(name)) {
    throw invalid('name', 'A name has small letters, digits, dots and hyphens only.')
  }
  if (parts.length !== 3) throw invalid('name', 'A name has three parts, such as nora.latchkey.id.')
  checkPart(parts[0] ?? '')
  checkZone(parts.slice(1).join('.'), zones)
  return name
}

/** The part of a name that people choose. */
export function checkPart(part: string): string {
  if (!/^[a-z0-9-]*$/.test(part)) {
    throw invalid('name', 'A name has small letters, digits and hyphens only.')
  }
  if (part.length < shortest || part.length > longest) {
    throw invalid('name', `A name has ${shortest} to ${longest} characters before the first dot.`)
  }
  return part
}

export function checkZone(zone: string, zones: readonly string[]): string {
  if (zones.includes(zone)) return zone
  throw invalid('zone', `Names end in ${zones.join(' or ')} here.`)
}

const bioLongest = 255

/** What people say about themselves: `bio` only, in printable ASCII without angle brackets. */
export function checkAttributes(
  attributes: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  for (const [key, value] of Object.entries(attributes)) {
    if (key !== 'bio') throw invalid(`attributes.${key}`, 'The only attribute is "bio".')
    if (value.length > bioLongest || !/^[\w .,:;!?'"@#&()+/-]*$/.test(value)) {
      throw invalid('attributes.bio', `Expected up to ${bioLongest} letters, digits and common signs.`)
    }
  }
  return attributes
}
