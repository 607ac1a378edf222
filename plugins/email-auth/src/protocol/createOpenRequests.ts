import type { ProtocolClock } from './clock.js'
import { createHeartbeat } from './createHeartbeat.js'
import type { FrameView } from './events.js'
import { FrameError } from './frameError.js'
import { write } from './messages.js'
import { randomId } from './randomId.js'
import { type RequestType, requests } from './requests.js'
import { readyLimit } from './timeLimits.js'
import type { Port } from './windowPort.js'

export interface OpenRequest {
  readonly id: string
  readonly type: RequestType
  readonly payload: unknown
  readonly onView: ((view: FrameView | null) => void) | undefined
  isSent: boolean
  timer?: ReturnType<typeof setTimeout>
  resolve(reply: unknown): void
  reject(error: FrameError): void
}

export interface OpenRequests {
  get(id: string): OpenRequest | undefined
  /** Keeps a request until it can be sent. */
  hold(entry: OpenRequest): void
  /** Sends everything that is held; what is not urgent after a delay. */
  sendHeld(delay: number): void
  /** Removes a request, because it is answered. */
  take(id: string): OpenRequest | undefined
  /** Ends a request from this side, and tells the frame to stop working on it. */
  giveUp(id: string, error: FrameError): void
  failAll(code: 'frame_gone' | 'unverified_domain', options?: { onlySent: boolean }): void
  heard(): void
  /** Whether the frame is gone, as far as the pings tell that are sent while requests are open. */
  isFrameLost(): boolean
}

/** The requests that are not answered yet, with the timers that make sure that each of them ends. */
export function createOpenRequests(port: Port, clock: ProtocolClock): OpenRequests {
  const open = new Map<string, OpenRequest>()
  const heartbeat = createHeartbeat({
    clock,
    ping: () => tryToPost(port, write.ping(randomId())),
    onGone: () => failAll('frame_gone', { onlySent: true }),
  })

  function take(id: string): OpenRequest | undefined {
    const entry = open.get(id)
    if (!entry) return undefined
    open.delete(id)
    if (entry.timer !== undefined) clock.clearTimeout(entry.timer)
    heartbeat.set([...open.values()].some(({ isSent }) => isSent))
    return entry
  }

  function giveUp(id: string, error: FrameError): void {
    const entry = take(id)
    if (entry?.isSent) tryToPost(port, write.abort(id))
    entry?.reject(error)
  }

  function failAll(code: 'frame_gone' | 'unverified_domain', { onlySent } = { onlySent: false }): void {
    for (const { id, isSent } of [...open.values()])
      if (isSent || !onlySent) take(id)?.reject(new FrameError(code))
  }

  function send(entry: OpenRequest): void {
    const { limit }: { limit?: number } = requests[entry.type]
    if (entry.timer !== undefined) clock.clearTimeout(entry.timer)
    entry.isSent = true
    const problem = tryToPost(port, write.request(entry.id, entry.type, entry.payload))
    if (problem !== undefined)
      return take(entry.id)?.reject(new FrameError('frame_gone', undefined, { cause: problem }))
    if (limit !== undefined)
      schedule(clock, entry, limit, () => giveUp(entry.id, new FrameError('iframe_request_timeout')))
    heartbeat.set(true)
  }

  return {
    get: (id) => open.get(id),
    hold(entry) {
      open.set(entry.id, entry)
      if (requests[entry.type].pace === 'sync') return
      schedule(clock, entry, readyLimit, () => take(entry.id)?.reject(new FrameError('iframe_load_failed')))
    },
    sendHeld(delay) {
      for (const entry of [...open.values()]) {
        if (entry.isSent) continue
        if (delay <= 0 || requests[entry.type].pace === 'sync') send(entry)
        else schedule(clock, entry, delay, () => send(entry))
      }
    },
    ...{ take, giveUp, failAll },
    heard: heartbeat.answered,
    isFrameLost: heartbeat.isMissed,
  }
}

/** Returns what went wrong: a window that is gone, or shows another origin's page, takes no message. */
function tryToPost(port: Port, message: unknown): unknown {
  try {
    port.post(message)
    return undefined
  } catch (error) {
    return error
  }
}

function schedule(clock: ProtocolClock, entry: OpenRequest, delay: number, then: () => void): void {
  if (entry.timer !== undefined) clock.clearTimeout(entry.timer)
  entry.timer = clock.setTimeout(then, delay)
}
