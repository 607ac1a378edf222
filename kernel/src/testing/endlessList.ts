/** Reads after which a walk is stopped, so that a test of code without a limit ends. */
const patience = 200_000

export interface EndlessList {
  /** An array by `Array.isArray`, with a thousand million entries by its own word. */
  readonly list: readonly unknown[]
  /** How many of its members were read so far. */
  reads(): number
}

/** A list as a hostile wallet answers it: every read is counted, and reading on throws after a while. */
export function endlessList(entry?: unknown): EndlessList {
  let reads = 0
  const count = () => {
    reads += 1
    if (reads > patience) throw new Error('The list was walked without a limit.')
  }
  const list = new Proxy([] as unknown[], {
    get(target, key) {
      count()
      if (key === 'length') return 1_000_000_000
      return typeof key === 'string' && /^\d+$/.test(key) ? entry : (Reflect.get(target, key) as unknown)
    },
    has(target, key) {
      count()
      return /^\d+$/.test(String(key)) || Reflect.has(target, key)
    },
  })
  return { list, reads: () => reads }
}
