/** Whether a name has every word of a search in it, without regard to case, accents and outer space. */
export function matchesQuery(name: string, query: string): boolean {
  const text = fold(name)
  return fold(query)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim()
