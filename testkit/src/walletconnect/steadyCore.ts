import type { ICore } from '@walletconnect/types'

/** What the library's relayer has beside what it declares. Its version is pinned. */
interface Relayer {
  connect(): Promise<void>
  toEstablishConnection(): Promise<void>
  onMessageEvent(heard: { readonly topic: string; readonly message: string }): Promise<void>
  readonly messages: { has(topic: string, message: string): boolean }
  readonly publisher: {
    readonly queue: Map<
      string,
      { readonly request: unknown; readonly opts: unknown; readonly attempt: number }
    >
    checkQueue(): void
    rpcPublish(request: unknown, options: unknown): Promise<unknown>
  }
}

/** Of five seconds; a publish is given up after a minute. */
const rounds = 10

// These members aren't declared. The library's version is pinned.
const relayerOf = (core: ICore) => core.relayer as unknown as Relayer

/** Hears copies of a message once, and repeats what the relay refused, which the library forgets the second time. */
export function steadyCore(core: ICore): void {
  const relayer = relayerOf(core)
  const { publisher } = relayer
  const hear = relayer.onMessageEvent.bind(relayer)
  const heard = new Set<string>()
  relayer.onMessageEvent = async (event) => {
    const key = `${event.topic} ${event.message}`
    if (heard.has(key)) return
    heard.add(key)
    await hear(event)
    if (!relayer.messages.has(event.topic, event.message)) heard.delete(key)
  }
  publisher.checkQueue = () => {
    for (const [id, queued] of publisher.queue) {
      const entry = { ...queued, attempt: queued.attempt + 1 }
      publisher.queue.set(id, entry)
      publisher.rpcPublish(entry.request, entry.opts).catch(() => {
        if (entry.attempt < rounds) publisher.queue.set(id, entry)
      })
    }
  }
}

/**
 * Closes the socket and the timers of a client of the library. Left alone, it opens the socket again for whatever is
 * still under way, and without end when the relay is gone.
 */
export async function closeForGood(core: ICore): Promise<void> {
  core.heartbeat.stop()
  const relayer = relayerOf(core)
  const refuse = async () => {
    throw new Error('This WalletConnect client is closed.')
  }
  relayer.connect = refuse
  relayer.toEstablishConnection = refuse
  await core.relayer.transportClose()
}

/** Marks as handled what the library's checks refuse, because it does not await them. */
export function handleChecks(engine: unknown): void {
  const checked = engine as Record<string, (given: unknown) => Promise<void>>
  for (const name of ['isValidUpdate', 'isValidExtend', 'isValidPing', 'isValidEmit', 'isValidDisconnect']) {
    const check = checked[name]
    if (!check) continue
    checked[name] = (given) => {
      const outcome = check(given)
      outcome.catch(() => undefined)
      return outcome
    }
  }
}

interface EndingClient {
  readonly session: { readonly keys: readonly string[] }
  readonly engine: unknown
}

/** Ends each session once: told again of an end, the library leaves a rejection that nobody handles. */
export function endOnce({ session, engine }: EndingClient): void {
  const ending = engine as { deleteSession(given: { readonly topic: string }): Promise<void> }
  const end = ending.deleteSession.bind(engine)
  const running = new Map<string, Promise<void>>()
  ending.deleteSession = async (given) => {
    if (!session.keys.includes(given.topic)) return
    const own = running.get(given.topic) ?? end(given).finally(() => running.delete(given.topic))
    running.set(given.topic, own)
    await own
  }
}
