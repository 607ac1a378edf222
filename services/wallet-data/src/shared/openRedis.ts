import { createClient } from '@redis/client'
import { ServiceSetupError, withoutPassword } from '@latchkey/service-kit'
import { inTime } from './inTime.js'

const connect = (url: string) =>
  createClient({
    url,
    // What is asked while the connection is away fails at once, and is answered without Redis.
    disableOfflineQueue: true,
    socket: { connectTimeout: 5_000, reconnectStrategy: (tries) => Math.min(1_000, 50 * 2 ** tries) },
  })

export type RedisClient = ReturnType<typeof connect>

/** What instances share that may be lost. */
export interface SharedRedis {
  /** What `work` resolves with, or `undefined` where Redis is away or too slow. */
  ask<answer>(
    work: (client: RedisClient) => Promise<answer>,
  ): Promise<{ readonly answer: answer } | undefined>
  isAway(): boolean
  close(): Promise<void>
}

export interface RedisOptions {
  readonly url: string
  readonly onFailure: () => void
  /** Told once when Redis goes away. */
  readonly report: (error: Error) => void
}

/** Milliseconds that an answer may take. A request of a page waits so long at most, and the next ones not at all. */
const patience = 1_000
const restAfterFailure = 1_000

/** @throws ServiceSetupError DATABASE_UNAVAILABLE */
export async function openRedis({ url, onFailure, report }: RedisOptions): Promise<SharedRedis> {
  const client = connect(url)
  const shown = withoutPassword(url)
  let awayUntil = 0
  let isTold = false
  let isClosed = false
  client.on('error', (cause: Error) => fail(cause))
  function fail(cause: unknown): void {
    awayUntil = performance.now() + restAfterFailure
    if (isTold || isClosed) return
    isTold = true
    const reason = cause instanceof Error ? cause.message : String(cause)
    const message = `Redis at ${shown} is away: ${reason}. Each instance counts its own requests until it's back.`
    report(new Error(message, { cause }))
  }
  await client.connect().catch((cause) => {
    client.destroy()
    const message = `Redis could not be reached at ${shown}: ${(cause as Error).message}. Check the address, or leave it out when one instance runs.`
    throw new ServiceSetupError('DATABASE_UNAVAILABLE', message, { cause })
  })
  return {
    async ask(work) {
      if (isClosed) return undefined
      if (performance.now() < awayUntil) {
        onFailure()
        return undefined
      }
      try {
        const answer = await inTime(patience, work(client), late)
        isTold = false
        return { answer }
      } catch (error) {
        onFailure()
        fail(error)
        return undefined
      }
    },
    isAway: () => performance.now() < awayUntil,
    async close() {
      isClosed = true
      // Waits for what is open, where there is somebody who answers.
      if (client.isReady) await inTime(patience, client.close(), late).catch(() => client.destroy())
      else client.destroy()
    },
  }
}

const late = (): never => {
  throw new Error(`it did not answer for ${patience} ms`)
}
