/** Says whether the window of last resort is shown, and why. */
export interface Rescue {
  readonly error: unknown
  readonly isOpen: boolean
  open(error: unknown): void
  close(): void
  subscribe(listener: () => void): () => void
}

/** Plain on purpose: it is needed when a service of the kernel does not work. */
export function createRescue(): Rescue {
  const listeners = new Set<() => void>()
  let shown: { readonly error: unknown } | undefined
  const become = (next: typeof shown) => {
    shown = next
    for (const listener of [...listeners]) listener()
  }
  return {
    get error() {
      return shown?.error
    },
    get isOpen() {
      return shown !== undefined
    },
    open: (error) => become({ error }),
    close: () => become(undefined),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
