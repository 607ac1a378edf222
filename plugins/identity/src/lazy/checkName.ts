import { normalizeName } from '@latchkey/plugin-wallet-data'
import type { CheckedName } from '../NameLookup.js'

/**
 * Whether a name may be shown, in ENSIP-15's normal form. The standard refuses names that mix scripts and names whose
 * letters all look like those of another script. What it allows may still be mistaken by people who do not read the
 * script, so that letters outside of a to z are said.
 */
export async function checkName(text: string): Promise<CheckedName | undefined> {
  const name = await normalizeName(text)
  if (name === undefined) return undefined
  if (/^[\x20-\x7e]*$/.test(name)) return { name, displayName: name }
  const { ens_beautify: beautify } = await import('@adraffy/ens-normalize')
  const displayName = beautify(name)
  return hasUnusualLetters(name) ? { name, displayName, caution: 'unusualLetters' } : { name, displayName }
}

/** Emoji cannot be mistaken for letters; every other sign outside of ASCII can. */
function hasUnusualLetters(name: string): boolean {
  const withoutEmoji = name.replace(
    /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3]|[\u{e0020}-\u{e007f}]/gu,
    '',
  )
  return /[^\x20-\x7e]/.test(withoutEmoji)
}
