/**
 * A copy of a list that came from outside, with its length and each entry read once. What is no list, is longer than the
 * limit, or throws while it is read, is `undefined`: a list may be a proxy that claims a thousand million entries, and
 * walking it would stop the page.
 */
export function copyList(value: unknown, limit: number): readonly unknown[] | undefined {
  try {
    if (!Array.isArray(value)) return undefined
    const length: unknown = value.length
    if (typeof length !== 'number' || !(length >= 0 && length <= limit)) return undefined
    return Array.from({ length }, (_, index) => value[index] as unknown)
  } catch {
    return undefined
  }
}
