/** How many wallets are remembered as recent. */
export const recentLimit = 2

/** The recents after a wallet was used: newest first, none twice. */
export function withRecent(recents: readonly string[], id: string): readonly string[] {
  return [id, ...recents.filter((other) => other !== id)].slice(0, recentLimit)
}

/** The recents without a wallet, for one the host excludes or the user removes. */
export function withoutRecent(recents: readonly string[], id: string): readonly string[] {
  return recents.filter((other) => other !== id)
}

/** Reads what storage held, which may be anything: only short texts count, each once. */
export function readRecents(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return []
  const ids = stored.filter((id): id is string => typeof id === 'string' && id !== '' && id.length <= 100)
  return [...new Set(ids)].slice(0, recentLimit)
}
