// Control characters (category Cc), line and paragraph separators, and the characters of category Cf that
// are invisible or turn the writing direction. Tags and variation selectors that emoji need stay.
// The last ones are letters and signs without a shape.
const unsafe =
  /[\u034f\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\u3164\ufeff\uffa0]/gu
/** More than two marks on one letter are no writing; hundreds cover the lines above and below. */
const piledMarks = /(\p{M}{2})\p{M}+/gu
const somethingToSee = /[^\p{M}\p{Cf}\p{Z}]/u

/**
 * Text from a wallet, token or name service, made safe to show: control, zero-width and bidi characters
 * removed, piled marks cut, length capped. What has nothing to see in it is the empty text. Such text is chosen by strangers and may try to look like something else.
 *
 * @param maximum characters kept, default 128; a longer text ends in `…`.
 */
export function safeText(text: string, maximum = 128): string {
  if (typeof text !== 'string') return ''
  const clean = text
    .slice(0, maximum * 8)
    .replace(unsafe, '')
    .replace(piledMarks, '$1')
  if (!somethingToSee.test(clean)) return ''
  const characters = [...clean]
  if (characters.length <= maximum) return characters.join('').trim()
  return `${characters
    .slice(0, maximum - 1)
    .join('')
    .trim()}…`
}
