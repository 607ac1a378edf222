import type { Clock, LogService } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import type { WalletConnectClient } from './openClient.js'
import { within } from './within.js'

/** Finds what the relay kept and the client did not hear: a push can be lost on a socket that stays open. */
export interface Lookout {
  /** Looks now and then for as long as something is awaited. @returns ends it */
  watch(): () => void
  stop(): void
}

/** Milliseconds between two looks, and how long the relay may take to answer one. */
const pace = 5_000

const fetchedSchema = z.object({
  messages: z.array(
    z.object({
      topic: z.string(),
      message: z.string(),
      publishedAt: z.number(),
      attestation: z.optional(z.nullable(z.string())),
    }),
  ),
})

export function createLookout(client: WalletConnectClient, clock: Clock, log: LogService): Lookout {
  let watching = 0
  let timer: ReturnType<Clock['setTimeout']> | undefined
  let isStopped = false
  const failed = (error: unknown) => log.debug('The relay could not be asked for missed messages.', error)

  function schedule(): void {
    if (timer !== undefined || watching === 0 || isStopped) return
    timer = clock.setTimeout(async () => {
      await fetchMissed(client, clock).catch(failed)
      timer = undefined
      schedule()
    }, pace)
  }

  function rest(): void {
    if (timer !== undefined) clock.clearTimeout(timer)
    timer = undefined
  }

  const stopWaking = onWake(() => void fetchMissed(client, clock).catch(failed))

  return {
    watch() {
      watching += 1
      schedule()
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        watching -= 1
        if (watching === 0) rest()
      }
    },
    stop() {
      isStopped = true
      rest()
      stopWaking()
    },
  }
}

/** Asks the relay for what it keeps. The client drops the messages it knows, by their hash. */
async function fetchMissed({ core: { relayer } }: WalletConnectClient, clock: Clock): Promise<void> {
  if (!relayer.connected) return relayer.transportOpen()
  const { topics } = relayer.subscriber
  if (topics.length === 0) return
  let isStale = false
  const stale = () => {
    isStale = true
    return new Error('The relay did not answer.')
  }
  try {
    const asked = relayer.request({ method: 'irn_batchFetchMessages', params: { topics } })
    const { messages } = fetchedSchema.parse(await within<unknown>(asked, clock, pace, stale))
    await relayer.handleBatchMessageEvents(
      messages.map(({ attestation, ...message }) => ({
        ...message,
        transportType: 'relay' as const,
        ...(attestation ? { attestation } : {}),
      })),
    )
  } catch (error) {
    // A socket that a sleeping phone left half open takes everything and answers nothing.
    if (isStale) return relayer.restartTransport()
    throw error
  }
}

/** Calls when the page is online again, and when it becomes visible. @returns Stops listening. */
function onWake(call: () => void): () => void {
  if (typeof window === 'undefined') return () => {}
  const returned = () => {
    if (document.visibilityState === 'visible') call()
  }
  window.addEventListener('online', returned)
  document.addEventListener('visibilitychange', returned)
  return () => {
    window.removeEventListener('online', returned)
    document.removeEventListener('visibilitychange', returned)
  }
}
