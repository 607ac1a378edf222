/** A whole address in groups of four for reading aloud and comparing; a leading `0x` is a group of its own. */
export function groupAddress(address: string): readonly string[] {
  const prefix = /^0x/i.test(address) ? address.slice(0, 2) : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/gsu) ?? []
  return prefix ? [prefix, ...groups] : groups
}
