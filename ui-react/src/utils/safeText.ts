// Control characters (category Cc), line and paragraph separators, and the characters of category Cf that
// are invisible or turn the writing direction. Tags and variation selectors that emoji need stay.
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

/**
 * Text from a wallet, token or name service, made safe to show: control, zero-width and bidi characters
 * removed, length capped. Such text is chosen by strangers and may try to look like something else.
 *
 * @param maximum characters kept, default 128; a longer text ends in `…`.
 */
export function safeText(text: string, maximum = 128): string {
  if (typeof text !== 'string') return ''
  const characters = [...text.slice(0, maximum * 8).replace(unsafe, '')]
  if (characters.length <= maximum) return characters.join('').trim()
  return `${characters
    .slice(0, maximum - 1)
    .join('')
    .trim()}…`
}
