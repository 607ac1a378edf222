import type { ConnectorContribution, ListenRequest } from '../../contracts/points/connector.js'
import { type Clock, wait } from '../../platform/clock.js'
import type { LogService } from '../../platform/log.js'

/** So often a wallet that tells accounts is asked at once. One that shares none each time is asked ever more seldom. */
const promptTimes = 3
/** Milliseconds before it's asked for the first time after that, and at most. */
const firstPause = 1_000
const longestPause = 60_000

export interface HiddenListenerOptions {
  readonly clock: Clock
  readonly log: LogService
  /** Aborted when nothing waits for the wallet any more. */
  readonly signal: AbortSignal
  request(connector: ConnectorContribution): Omit<ListenRequest, 'signal' | 'onShared'>
  /** Asks the wallet for its accounts without a prompt. Never rejects. */
  takeUp(): Promise<void>
}

/** Listens to a wallet that shares no account, and takes it up once it tells accounts by itself. */
export interface HiddenListener {
  /** Listens to these connectors, and to no other ones any more. */
  listenTo(connectors: readonly ConnectorContribution[]): void
}

export function createHiddenListener(options: HiddenListenerOptions): HiddenListener {
  const { log, signal } = options
  const heard = new Map<ConnectorContribution, AbortController>()
  const onShared = createAnswer(options)

  function listen(connector: ConnectorContribution): void {
    const ends = new AbortController()
    heard.set(connector, ends)
    const either = AbortSignal.any([signal, ends.signal])
    const request: ListenRequest = Object.freeze({
      ...options.request(connector),
      signal: either,
      onShared() {
        if (!either.aborted) void onShared()
      },
    })
    const listens = (async () => connector.listen?.(request))()
    listens.catch((error: unknown) => log.debug(`"${connector.name}" could not be listened to.`, error))
  }

  return {
    listenTo(connectors) {
      for (const [connector, ends] of heard) {
        if (connectors.includes(connector)) continue
        ends.abort()
        heard.delete(connector)
      }
      for (const connector of connectors) if (!heard.has(connector)) listen(connector)
    },
  }
}

/**
 * Returns what a wallet calls that tells accounts: it's asked once at a time, and again if it told more meanwhile. One that was quiet
 * for a while is asked at once, whatever it told before.
 */
function createAnswer({ clock, signal, takeUp }: HiddenListenerOptions): () => Promise<void> {
  let isRunning = false
  let isTold = false
  let times = 0
  /** When it told, or was asked, last: telling because it's asked is no news. */
  let busyAt = Number.NEGATIVE_INFINITY
  let pausing = new AbortController()

  function noteTold(): void {
    const isAfterQuiet = clock.now() - busyAt >= firstPause
    busyAt = clock.now()
    isTold = true
    if (!isAfterQuiet) return
    times = 0
    pausing.abort()
  }

  /** Waits until a wallet may be asked that was asked so often in vain. @returns Whether anybody still listens to it */
  async function mayAsk(): Promise<boolean> {
    const pause = times < promptTimes ? 0 : Math.min(longestPause, firstPause * 2 ** (times - promptTimes))
    if (pause > 0) {
      pausing = new AbortController()
      await wait(clock, pause, AbortSignal.any([signal, pausing.signal])).catch(() => {})
    }
    return !signal.aborted
  }

  return async () => {
    noteTold()
    if (isRunning) return
    isRunning = true
    while (isTold && (await mayAsk())) {
      isTold = false
      times += 1
      await takeUp()
      busyAt = clock.now()
    }
    isRunning = false
  }
}
