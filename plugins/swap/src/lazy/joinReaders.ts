import type { SwapCallReader } from '../SwapReader.js'

/**
 * One reader for a namespace that several plugins read calls of: the first that knows every call is believed, since each
 * knows the contracts of its own source. What no reader knows to the last call is told as the first one tells it.
 */
export function joinReaders(readers: readonly SwapCallReader[]): SwapCallReader | undefined {
  const [first] = readers
  if (!first || readers.length === 1) return first
  const counting = readers.find(({ decimals }) => decimals !== undefined)
  const signing = readers.find((reader) => reader.signing !== undefined)?.signing
  return {
    read(request) {
      const all = readers.map((reader) => reader.read(request))
      const known = all.find((readings) => readings.every(({ kind }) => kind !== 'unknown'))
      return known ?? all[0] ?? []
    },
    ...(counting?.decimals ? { decimals: counting.decimals.bind(counting) } : {}),
    ...(signing ? { signing } : {}),
  }
}
