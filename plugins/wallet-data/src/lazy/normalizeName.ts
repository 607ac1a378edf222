/** Characters. Longer names exist, and nobody can read them. */
const nameLimit = 255
/** Names that are their own normal form and need no tables: letters a to z, digits and single hyphens inside a label. */
const plainName = /^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+$/
/** What ENSIP-15 drops without a word. A person cannot see it, so a text that has it is not the name that they read. */
const hidden = /[\u00ad\u200b\u2060\u2064\ufeff]/

/**
 * The normal form of a name (ENSIP-15), or `undefined` when it has none: it mixes scripts, hides characters or has an
 * empty label. Such a name leads nowhere, so no source is asked about it.
 */
export async function normalizeName(text: string): Promise<string | undefined> {
  const name = text.trim()
  if (name.length > nameLimit || hidden.test(name)) return undefined
  if (plainName.test(name)) return name
  const { ens_normalize: normalize } = await import('@adraffy/ens-normalize')
  try {
    const labels = normalize(name).split('.')
    return labels.length > 1 && !labels.includes('') ? labels.join('.') : undefined
  } catch {
    // The library throws for every name that has no normal form; that is its answer.
    return undefined
  }
}
