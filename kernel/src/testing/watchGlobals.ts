export interface GlobalsWatch {
  /** What was started on the page and not stopped, in words. */
  left(): readonly string[]
  /** Puts the page's own functions back. */
  stop(): void
}

type Listen = (type: string, listener: unknown) => void

/** Watches timers, intervals and window listeners from now on, to find what a plugin leaves behind. */
export function watchGlobals(): GlobalsWatch {
  const originals = new Map<string, (...values: never[]) => unknown>()
  const timers = new Map<unknown, string>()
  const listeners = new Map<unknown, string>()

  function replace(name: string, change: (original: (...values: never[]) => unknown) => unknown): void {
    const original: unknown = Reflect.get(globalThis, name)
    if (typeof original !== 'function') return
    originals.set(name, original as (...values: never[]) => unknown)
    Reflect.set(globalThis, name, change(original as (...values: never[]) => unknown))
  }

  for (const name of ['setTimeout', 'setInterval']) {
    replace(name, (original) => (callback: () => void, ...rest: never[]) => {
      const run = () => {
        if (name === 'setTimeout') timers.delete(handle)
        callback()
      }
      const handle = (original as (...values: unknown[]) => unknown).call(globalThis, run, ...rest)
      timers.set(handle, name)
      return handle
    })
  }
  for (const name of ['clearTimeout', 'clearInterval']) {
    replace(name, (original) => (handle: never) => {
      timers.delete(handle)
      return original.call(globalThis, handle)
    })
  }
  replace('addEventListener', (original) => (type: string, listener: unknown, ...rest: never[]) => {
    listeners.set(listener, `a listener of "${type}"`)
    return (original as Listen).call(globalThis, type, listener, ...(rest as []))
  })
  replace('removeEventListener', (original) => (type: string, listener: unknown, ...rest: never[]) => {
    listeners.delete(listener)
    return (original as Listen).call(globalThis, type, listener, ...(rest as []))
  })

  return {
    left: () => [...timers.values(), ...listeners.values()],
    stop() {
      for (const [name, original] of originals) Reflect.set(globalThis, name, original)
    },
  }
}
