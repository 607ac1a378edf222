/** A list in parts of at most `size`. */
export function takeInParts<T>(list: readonly T[], size: number): readonly (readonly T[])[] {
  const parts: T[][] = []
  for (let start = 0; start < list.length; start += size) parts.push(list.slice(start, start + size))
  return parts
}
