import type { Members } from './copyAnswer.js'
import type { Read } from './readers.js'

/**
 * Reads some members anew each time, because they may change: a wallet may refuse a bundle only when it's asked for one. A member that
 * can't be read any more keeps its last value.
 *
 * @param source What the plugin answered, and where.
 */
export function followMembers(
  copy: Members,
  source: { readonly value: unknown; readonly at: string },
  members: Readonly<Record<string, Read>>,
): Members {
  for (const [name, read] of Object.entries(members)) {
    let last = copy[name]
    Object.defineProperty(copy, name, {
      enumerable: true,
      get() {
        try {
          last = read((source.value as Members)[name], `${source.at}.${name}`)
        } catch {
          return last
        }
        return last
      },
    })
  }
  return copy
}
