import type { Holding } from '@latchkey/kernel/plugin'

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
 * Whether a token reads like bait. A guess by its words, so it is marked and left out of the total, never hidden:
 * anyone may give a token any name and send it to everyone. A token with a price may be named after its site.
 */
export function isSuspicious(
  { address, name, amount, price, worth }: Holding,
  nativeSymbol: string | undefined,
): boolean {
  // The chain's own coin has the words of the host.
  if (address === undefined) return false
  const texts = [plain(String(name)), plain(amount.symbol).trim()] as const
  if (texts.some((text) => promise.test(text))) return true
  if (price !== undefined || worth !== undefined) return false
  return (
    texts[1].toUpperCase() === nativeSymbol?.toUpperCase() ||
    texts.some((text) => point.test(text) && link.test(text))
  )
}
