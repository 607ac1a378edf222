import * as z from 'zod/mini'
import type { FrameEvent } from './events.js'
import { FrameError, type FrameErrorCode, frameErrorCodes } from './frameError.js'
import { isUnsigned } from './markUnsigned.js'
import { createIgnoredCounts } from './ignoredCounts.js'
import { type AppRequest, type FrameFailure, type Ignored, parseAppMessage, write } from './messages.js'
import { randomId } from './randomId.js'
import { type RequestPayload, type RequestReply, type RequestType, requests } from './requests.js'
import type { Port } from './windowPort.js'

/** What the frame does for each request. `signal` is aborted when the app no longer waits. */
export type FrameHandlers = {
  readonly [Type in RequestType]?: (
    payload: RequestPayload<Type>,
    context: { readonly signal: AbortSignal },
  ) => RequestReply<Type> | Promise<RequestReply<Type>>
}

export interface ServeFrameOptions {
  readonly port: Port
  readonly handlers: FrameHandlers
  readonly onIgnored?: ((why: Ignored) => void) | undefined
  /** Told what a handler threw that is no answer for an app: the app learns only that it failed. */
  readonly onFault?: ((error: unknown, type: RequestType) => void) | undefined
}

export interface ServedFrame {
  /** Tells the app that requests are answered from now on. */
  ready(version?: string): void
  emit(event: Exclude<FrameEvent, { type: 'ready' }>): void
  /** The id of the request that a handler's signal belongs to. */
  requestOf(signal: AbortSignal): string | undefined
  ignored(): Readonly<Partial<Record<Ignored, number>>>
  /** Stops listening, and aborts what is open. */
  close(): void
}

/** More requests at once than these are refused, so that an app cannot pile up approvals. */
const openAtOnce = 32
/** Ids of the past that are remembered, so that a message which is sent again does nothing again. */
const idsRemembered = 4096

/** The frame's side of the protocol, over a port to the app's window. */
export function serveFrame(options: ServeFrameOptions): ServedFrame {
  const { port, onIgnored } = options
  const open = new Map<string, AbortController>()
  const ids = new WeakMap<AbortSignal, string>()
  const remember = createMemory()
  const counts = createIgnoredCounts(onIgnored)

  async function answer({ id, type, payload }: AppRequest): Promise<void> {
    if (open.size >= openAtOnce) return port.post(write.error(id, { code: 'too_many_requests' }))
    const controller = new AbortController()
    open.set(id, controller)
    ids.set(controller.signal, id)
    const reply = await runHandler(options, type, payload, controller.signal)
    const isStillWanted = open.delete(id) && !controller.signal.aborted
    if (isStillWanted)
      port.post('failure' in reply ? write.error(id, reply.failure) : write.success(id, reply.payload))
  }

  const stopListening = port.listen((data) => {
    const parsed = parseAppMessage(data)
    if ('ignored' in parsed) return counts.add(parsed.ignored)
    const { message } = parsed
    if (message.kind === 'ping') return port.post(write.pong(message.id))
    if (message.kind === 'abort') {
      const controller = open.get(message.id)
      if (!controller) return counts.add('unknown-id')
      open.delete(message.id)
      return controller.abort(new FrameError('aborted'))
    }
    if (!remember(message.id)) return counts.add('replayed')
    if (message.kind === 'invalid') {
      return port.post(write.error(message.id, { code: 'invalid_request', message: message.problem }))
    }
    void answer(message)
  }, counts.add)

  return {
    ready: (version) =>
      port.post(
        write.event({
          type: 'ready',
          payload: { instance: randomId(), ...(version === undefined ? {} : { version }) },
        }),
      ),
    emit: (event) => port.post(write.event(event)),
    requestOf: (signal) => ids.get(signal),
    ignored: counts.read,
    close() {
      stopListening()
      for (const controller of open.values()) controller.abort(new FrameError('frame_gone'))
      open.clear()
    },
  }
}

/** Returns what notes an id, and says whether it's new. */
function createMemory(): (id: string) => boolean {
  const seen = new Set<string>()
  return (id) => {
    if (seen.has(id)) return false
    seen.add(id)
    if (seen.size > idsRemembered) seen.delete(seen.values().next().value as string)
    return true
  }
}

/** Runs what the frame does for a request. */
async function runHandler(
  { handlers, onFault }: ServeFrameOptions,
  type: RequestType,
  payload: unknown,
  signal: AbortSignal,
): Promise<{ payload: unknown } | { failure: FrameFailure }> {
  const handler = handlers[type] as
    | ((payload: unknown, context: { signal: AbortSignal }) => unknown)
    | undefined
  if (!handler) return { failure: { code: 'not_available' } }
  try {
    // Parsed on the way out, too: a field that the protocol does not name does not leave the frame.
    const reply = z.parse(requests[type].reply as z.core.$ZodType, await handler(payload, { signal }))
    return { payload: reply }
  } catch (error) {
    if (!signal.aborted && !(error instanceof FrameError)) onFault?.(error, type)
    return { failure: failureOf(error) }
  }
}

const answered: ReadonlySet<string> = new Set(frameErrorCodes)

/** Only what was thrown for the app tells it anything: another fault's text may hold what the frame keeps to itself. */
function failureOf(error: unknown): FrameFailure {
  if (!(error instanceof FrameError) || !answered.has(error.code)) {
    return { code: 'failed', ...(isUnsigned(error) ? { nothingSigned: true } : {}) }
  }
  const { code, message, rpcCode, retryAfter, nothingSigned } = error
  return {
    code: code as FrameErrorCode,
    message: message.slice(0, 1000),
    ...(rpcCode === undefined ? {} : { rpcCode }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(nothingSigned ? { nothingSigned } : {}),
  }
}
