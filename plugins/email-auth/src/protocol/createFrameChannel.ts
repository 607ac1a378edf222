import * as z from 'zod/mini'
import { type ProtocolClock, systemClock } from './clock.js'
import { copyPlainData } from './copyPlainData.js'
import { createOpenRequests, type OpenRequest, type OpenRequests } from './createOpenRequests.js'
import type { FrameEvent, FrameView } from './events.js'
import { FrameError } from './frameError.js'
import { createIgnoredCounts } from './ignoredCounts.js'
import { type FrameMessage, type Ignored, parseFrameMessage } from './messages.js'
import { randomId } from './randomId.js'
import { type RequestPayload, type RequestReply, type RequestType, requests } from './requests.js'
import { settleDelay } from './timeLimits.js'
import type { Port } from './windowPort.js'

export interface FrameChannelOptions {
  readonly port: Port
  readonly clock?: ProtocolClock | undefined
  readonly onEvent?: ((event: FrameEvent) => void) | undefined
  readonly onIgnored?: ((why: Ignored) => void) | undefined
}

interface RequestOptions {
  readonly signal?: AbortSignal | undefined
  /** Called when the frame asks the person about this request, and with `null` once they have decided. */
  readonly onView?: ((view: FrameView | null) => void) | undefined
}

export interface FrameChannel {
  /**
   * Asks the frame. Settles in any case: with the answer, or with a {@link FrameError} when the frame refuses, does not
   * load or does not answer in time, is gone, or when the signal is aborted.
   */
  request<Type extends RequestType>(
    type: Type,
    payload: RequestPayload<Type>,
    options?: RequestOptions,
  ): Promise<RequestReply<Type>>
  /** Whether the frame said that it is ready. */
  isReady(): boolean
  /** Whether the frame left the last pings unanswered: its process was killed, or another page took its place. */
  isFrameLost(): boolean
  /** How many messages were left alone, by reason. */
  ignored(): Readonly<Partial<Record<Ignored, number>>>
  /** Stops listening. What is open ends with `frame_gone`. */
  close(): void
}

/** The app's side of the protocol, over a port to the frame's window. Listens until it is closed. */
export function createFrameChannel(options: FrameChannelOptions): FrameChannel {
  const { port, clock = systemClock, onEvent, onIgnored } = options
  const counts = createIgnoredCounts(onIgnored)
  const open = createOpenRequests(port, clock)
  let ready: { readonly instance: string; readonly at: number } | undefined
  /** Why nothing can be asked any more. */
  let ended: 'frame_gone' | 'unverified_domain' | undefined

  const sendHeld = () => {
    if (ready) open.sendHeld(ready.at + settleDelay - clock.now())
  }

  function onReady(instance: string): boolean {
    if (ready?.instance === instance) return false
    // Another document took the place of the one that was asked.
    open.failAll('frame_gone', { onlySent: true })
    ready = { instance, at: clock.now() }
    sendHeld()
    return true
  }

  function onEventMessage(event: FrameEvent): void {
    if (event.type === 'ready' && !onReady(event.payload.instance)) return counts.add('replayed')
    if (event.type === 'refused') {
      ended = 'unverified_domain'
      open.failAll(ended)
    }
    tellView(open, event)
    onEvent?.(event)
  }

  const stopListening = port.listen((data) => {
    const parsed = parseFrameMessage(data)
    if ('ignored' in parsed) return counts.add(parsed.ignored)
    const { message } = parsed
    open.heard()
    if (message.kind === 'event') onEventMessage(message.event)
    else if (message.kind !== 'pong' && !settle(open, message)) counts.add('unknown-id')
  }, counts.add)

  return {
    request(type, payload, { signal, onView } = {}) {
      return new Promise((resolve, reject) => {
        if (ended) throw new FrameError(ended)
        if (signal?.aborted) throw new FrameError('aborted', undefined, { cause: signal.reason })
        const settling = { resolve: resolve as (reply: unknown) => void, reject }
        hold(open, { type, payload: checkedPayload(type, payload), signal, onView }, settling)
        sendHeld()
      })
    },
    isReady: () => ready !== undefined,
    isFrameLost: open.isFrameLost,
    ignored: counts.read,
    close() {
      ended ??= 'frame_gone'
      stopListening()
      open.failAll('frame_gone')
    },
  }
}

/** Tells who asked that the person is asked about it, or has decided. */
function tellView(open: OpenRequests, event: FrameEvent): void {
  if (event.type !== 'view' || event.payload.request === undefined) return
  open.get(event.payload.request)?.onView?.(event.payload.view)
}

/** Keeps a request until it can be sent, and gives it up when the signal is aborted. */
function hold(
  open: OpenRequests,
  { type, payload, signal, onView }: RequestOptions & { type: RequestType; payload: unknown },
  { resolve, reject }: Pick<OpenRequest, 'resolve' | 'reject'>,
): void {
  const id = randomId()
  const stop = () => open.giveUp(id, new FrameError('aborted', undefined, { cause: signal?.reason }))
  const settled = () => signal?.removeEventListener('abort', stop)
  open.hold({
    ...{ id, type, payload, onView, isSent: false },
    resolve(reply) {
      settled()
      resolve(reply)
    },
    reject(error) {
      settled()
      reject(error)
    },
  })
  signal?.addEventListener('abort', stop, { once: true })
}

/** Settles what a reply belongs to. Returns whether anything was waiting for it. */
function settle(open: OpenRequests, message: FrameMessage & { kind: 'success' | 'error' }): boolean {
  if (!open.get(message.id)?.isSent) return false
  const entry = open.take(message.id)
  if (message.kind === 'error') {
    const { code, message: sentence, ...details } = message.error
    entry?.reject(new FrameError(code, sentence, details))
    return true
  }
  if (!entry) return false
  const reply = z.safeParse(requests[entry.type].reply as z.core.$ZodType, message.payload)
  if (reply.success) entry.resolve(reply.data)
  else entry.reject(new FrameError('invalid_reply'))
  return true
}

/** What is sent is checked as it will be on the other side, so that the caller learns at once what is wrong. */
function checkedPayload(type: RequestType, payload: unknown): unknown {
  const parsed = z.safeParse(requests[type].payload as z.core.$ZodType, payload)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const place = [type, ...(issue?.path ?? [])].map(String).join('.')
    throw new FrameError('invalid_request', `${place}: ${issue?.message ?? 'Invalid input'}`)
  }
  if (parsed.data === undefined) return undefined
  const plain = copyPlainData(parsed.data)
  if (plain === undefined) {
    throw new FrameError('invalid_request', `${type} can carry plain JSON data of at most a megabyte only.`)
  }
  return plain
}
