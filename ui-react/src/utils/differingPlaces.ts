/**
 * Lists the places at which an address has another character than one it looks like. Case counts where it tells addresses apart:
 * not in those that begin with `0x`.
 */
export function differingPlaces(address: string, other: string): ReadonlySet<number> {
  const isHex = /^0x/i.test(address) && /^0x/i.test(other)
  const fold = (text: string) => (isHex ? text.toLowerCase() : text)
  const [one, two] = [fold(address), fold(other)]
  return new Set([...one].flatMap((character, place) => (character === two[place] ? [] : [place])))
}
