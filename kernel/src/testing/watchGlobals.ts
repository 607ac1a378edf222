export interface GlobalsWatch {
  /** What was started on the page and not stopped, in words. */
  left(): readonly string[]
  /** Puts the page's own functions back. */
  stop(): void
}

type AnyFunction = (...values: never[]) => unknown
type AnyClass = new (...values: never[]) => object

/** Puts something in the place of what an object has under a name, until it's put back. */
type Replace = (holder: object, name: string, change: (original: never) => unknown) => void

/**
 * Watches what is started on the page from now on, to find what a plugin leaves behind: timers and intervals, listeners of the
 * window and the document, channels and sockets.
 */
export function watchGlobals(): GlobalsWatch {
  const undo: (() => void)[] = []
  const replace: Replace = (holder, name, change) => {
    const original: unknown = Reflect.get(holder, name)
    if (typeof original !== 'function') return
    const own = Object.getOwnPropertyDescriptor(holder, name)
    Reflect.set(holder, name, change(original as never))
    undo.push(() => (own ? Object.defineProperty(holder, name, own) : Reflect.deleteProperty(holder, name)))
  }
  const kinds = [watchTimers(replace), watchListeners(replace), watchChannels(replace)]
  return {
    left: () => kinds.flatMap((left) => left()),
    stop() {
      for (const putBack of undo.splice(0).reverse()) putBack()
    },
  }
}

function watchTimers(replace: Replace): () => readonly string[] {
  const timers = new Map<unknown, string>()
  for (const name of ['setTimeout', 'setInterval']) {
    replace(globalThis, name, (original: AnyFunction) => {
      const start = (callback: (...given: unknown[]) => void, ...rest: unknown[]): unknown => {
        const run = (...given: unknown[]) => {
          if (name === 'setTimeout') timers.delete(handle)
          callback(...given)
        }
        const handle = Reflect.apply(original, globalThis, [run, ...rest]) as unknown
        const caller = findCaller()
        if (!isRuntime(caller)) timers.set(handle, `${name}${placeOf(caller)}`)
        return handle
      }
      // Node keeps its promise-returning form on the function.
      return Object.defineProperties(start, Object.getOwnPropertyDescriptors(original))
    })
  }
  for (const name of ['clearTimeout', 'clearInterval']) {
    replace(globalThis, name, (original: AnyFunction) => (handle: unknown): unknown => {
      timers.delete(handle)
      return Reflect.apply(original, globalThis, [handle])
    })
  }
  return () => [...timers.values()]
}

interface Listening {
  readonly target: object
  readonly type: string
  readonly listener: unknown
  readonly isCapture: boolean
}

function watchListeners(replace: Replace): () => readonly string[] {
  const open = new Set<Listening>()
  const forget = ({ target, type, listener, isCapture }: Listening) => {
    for (const one of open) {
      const isSame = one.target === target && one.type === type && one.listener === listener
      if (isSame && one.isCapture === isCapture) open.delete(one)
    }
  }
  for (const target of listenedTo()) {
    replace(target, 'addEventListener', (original: AnyFunction) => (...given: readonly unknown[]) => {
      const [type, listener, options] = given
      const signal = memberOf(options, 'signal') as AbortSignal | undefined
      const one = { target, type: String(type), listener, isCapture: isCapture(options) }
      if (!signal?.aborted) {
        forget(one)
        open.add(one)
        signal?.addEventListener('abort', () => open.delete(one), { once: true })
      }
      if (memberOf(options, 'once')) Reflect.apply(original, target, [type, () => open.delete(one), options])
      return Reflect.apply(original, target, given) as unknown
    })
    replace(target, 'removeEventListener', (original: AnyFunction) => (...given: readonly unknown[]) => {
      const [type, listener, options] = given
      forget({ target, type: String(type), listener, isCapture: isCapture(options) })
      return Reflect.apply(original, target, given) as unknown
    })
  }
  return () => [...open].map(({ type }) => `a listener of "${type}"`)
}

/** The window may be an object of its own where a test stands in for one. */
function listenedTo(): readonly object[] {
  const named = ['window', 'document'].map((name) => Reflect.get(globalThis, name) as unknown)
  const objects = [globalThis, ...named].filter((one) => typeof one === 'object' && one !== null) as object[]
  return [...new Set(objects)]
}

const memberOf = (options: unknown, name: string): unknown =>
  typeof options === 'object' && options !== null ? Reflect.get(options, name) : undefined

const isCapture = (options: unknown): boolean => options === true || memberOf(options, 'capture') === true

function watchChannels(replace: Replace): () => readonly string[] {
  const open = new Map<object, string>()
  for (const name of ['BroadcastChannel', 'WebSocket', 'EventSource']) {
    replace(globalThis, name, (original: AnyClass) => {
      const counted = new Proxy(original, {
        construct(target, given, asked) {
          const made = Reflect.construct(target, given, asked === counted ? target : asked) as object
          open.set(made, name)
          const close = Reflect.get(made, 'close') as AnyFunction
          Reflect.set(made, 'close', (...values: never[]): unknown => {
            open.delete(made)
            return Reflect.apply(close, made, values)
          })
          return made
        },
      })
      return counted
    })
  }
  return () => [...open.values()].map((name) => `a ${name} that is open`)
}

/** The line of the stack that called what is watched, where the engine tells. */
function findCaller(): string {
  const frames = (new Error('Asks for the caller.').stack ?? '').split('\n').slice(1)
  return frames.find((line) => !line.includes('watchGlobals')) ?? ''
}

/** Whether Node itself is the caller: its `fetch` keeps a clock of its own. */
const isRuntime = (caller: string): boolean => caller.includes('node:internal')

/** Where it was started, for the sentence: `, started at file.js:12:3`. */
function placeOf(caller: string): string {
  const place = /[^/\\\s()]+:\d+:\d+/.exec(caller)?.[0]
  return place === undefined ? '' : `, started at ${place}`
}
