import { isKernelError } from '../errors/base.js'

const longest = 200

/** Says in a few words what a plugin answered or threw, for the sentence of a check. Never throws. */
export function describeFound(found: unknown): string {
  try {
    if (isKernelError(found)) return found.code
    if (typeof found === 'function') return 'a function'
    if (found instanceof Promise) return 'a promise'
    if (typeof found === 'bigint') return `${found}n`
    if (typeof found !== 'object' || found === null || found instanceof Error)
      return String(found).slice(0, longest)
    const text = JSON.stringify(found, (_, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : value,
    )
    return text.slice(0, longest)
  } catch {
    return `a value that can't be read, of the type ${typeof found}`
  }
}
