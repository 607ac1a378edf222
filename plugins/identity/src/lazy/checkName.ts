import type { CheckedName } from '../NameLookup.js'

/** Characters. Longer names exist, and nobody can read them. */
const nameLimit = 255
/** Names that need no tables: letters a to z, digits and single hyphens inside a label. */
const plainName = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/

/**
 * Whether a name may be shown, in ENSIP-15's normal form. The standard refuses names that mix scripts and names whose
 * letters all look like those of another script. What it allows may still be mistaken by people who do not read the
 * script, so that letters outside of a to z are said.
 */
export async function checkName(text: string): Promise<CheckedName | undefined> {
  const name = text.trim()
  if (name.length > nameLimit || !name.includes('.')) return undefined
  if (plainName.test(name)) return { name, displayName: name }
  const { ens_beautify: beautify, ens_normalize: normalize } = await import('@adraffy/ens-normalize')
  try {
    const normal = normalize(name)
    if (normal === '' || normal.split('.').includes('')) return undefined
    const displayName = beautify(normal)
    return hasUnusualLetters(normal)
      ? { name: normal, displayName, caution: 'unusualLetters' }
      : { name: normal, displayName }
  } catch {
    // The library throws for every name that has no normal form; that is its answer.
    return undefined
  }
}

/** Emoji cannot be mistaken for letters; every other sign outside of ASCII can. */
export function hasUnusualLetters(name: string): boolean {
  const withoutEmoji = name.replace(
    /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3]|[\u{e0020}-\u{e007f}]/gu,
    '',
  )
  return /[^\x20-\x7e]/.test(withoutEmoji)
}
