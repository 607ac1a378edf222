import type { Holding } from './holdings.js'

/**
 * `vouched`: the coin, a token of a list, one that the person added, or one with a price. `suspicious`: it reads like bait.
 * `stranger`: anything else. Anyone may send such a token to anyone, so it doesn't stand before what is vouched for.
 */
export type Standing = 'vouched' | 'stranger' | 'suspicious'

/** An address of a page, dressed up or not. */
const link =
  /https?:|www\.|\bt\.me\b|[\p{L}\p{N}-]\s*[.․。]\s*(?:com|org|net|io|xyz|app|site|live|info|fi|finance|gifts?|top|vip|pro|cc|me|link|click|online|network|claim)(?![\p{L}\p{N}])/iu
/** The words by which an airdrop leads people to a page that empties their wallet. */
const promise =
  /\b(?:claim|airdrop|visit|rewards?|voucher|giveaway|redeem|bonus|eligible)\b|\$\s*\d{2,}|\d{2,}\s*\$/iu
/** What a reader does not see, and a writer uses to break up a word. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Thousands of names are judged at once, and most are plain already, and without a point. */
const printable = /^[\x20-\x7e]*$/
const point = /[.․。:]/

const plain = (text: string) => {
  const cut = text.slice(0, 1_000)
  return printable.test(cut) ? cut : cut.normalize('NFKC').replace(invisible, '')
}

/**
 * What vouches for a holding. That it reads like bait is a guess by its words: it is marked and left out of totals, never
 * hidden. What is vouched for may be named after its site, and may promise nothing: a list can be somebody else's.
 */
export function standingOf(holding: Holding, nativeSymbol: string | undefined): Standing {
  const { address, isKept, isListed, price, worth } = holding
  // The chain's own coin has the words of the host.
  if (address === undefined) return 'vouched'
  const isVouched = isKept === true || isListed === true || price !== undefined || worth !== undefined
  if (isBait(holding, nativeSymbol, isVouched)) return 'suspicious'
  return isVouched ? 'vouched' : 'stranger'
}

function isBait({ name, amount }: Holding, nativeSymbol: string | undefined, isVouched: boolean): boolean {
  const texts = [plain(String(name)), plain(String(amount.symbol)).trim()] as const
  if (texts.some((text) => promise.test(text))) return true
  if (isVouched) return false
  return (
    texts[1].toUpperCase() === nativeSymbol?.toUpperCase() ||
    texts.some((text) => point.test(text) && link.test(text))
  )
}

const ranks: Readonly<Record<Standing, number>> = { vouched: 0, stranger: 1, suspicious: 2 }

/** To sort by: what is vouched for first, what reads like bait last. */
export const compareStandings = (left: Standing, right: Standing): number => ranks[left] - ranks[right]
