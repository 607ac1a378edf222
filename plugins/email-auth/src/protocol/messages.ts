import * as z from 'zod/mini'
import { copyPlainData } from './copyPlainData.js'
import { type EventType, events, type FrameEvent, isEventType } from './events.js'
import { frameErrorCodes } from './frameError.js'
import { isRequestType, type RequestPayload, requests, type RequestType } from './requests.js'
import { shapes } from './shapes.js'

/** Tells our messages from everything else that windows send each other. */
export const protocolName = 'latchkey-frame'
export const protocolVersion = 1

/** Why a message was left alone. Counted, never answered and never thrown. */
export type Ignored =
  | 'wrong-origin'
  | 'wrong-source'
  | 'not-ours'
  | 'other-version'
  | 'malformed'
  | 'unknown-type'
  | 'unknown-id'
  | 'replayed'

const header = { protocol: z.literal(protocolName), version: z.literal(protocolVersion) }
const failure = z.object({
  code: z.catch(z.enum(frameErrorCodes), 'failed'),
  message: z.optional(shapes.text(1000)),
  rpcCode: z.optional(z.number().check(z.int())),
  retryAfter: z.optional(z.number().check(z.int(), z.nonnegative())),
  nothingSigned: z.optional(z.boolean()),
})

const appMessage = z.discriminatedUnion('kind', [
  z.object({
    ...header,
    kind: z.literal('request'),
    id: shapes.id,
    type: shapes.text(64),
    payload: z.optional(z.unknown()),
  }),
  z.object({ ...header, kind: z.literal('abort'), id: shapes.id }),
  z.object({ ...header, kind: z.literal('ping'), id: shapes.id }),
])

const frameMessage = z.discriminatedUnion('kind', [
  z.object({ ...header, kind: z.literal('success'), id: shapes.id, payload: z.optional(z.unknown()) }),
  z.object({ ...header, kind: z.literal('error'), id: shapes.id, error: failure }),
  z.object({ ...header, kind: z.literal('event'), type: shapes.text(64), payload: z.optional(z.unknown()) }),
  z.object({ ...header, kind: z.literal('pong'), id: shapes.id }),
])

type Parsed<Message> = { readonly message: Message } | { readonly ignored: Ignored }

export type AppRequest = {
  [Type in RequestType]: {
    readonly kind: 'request'
    readonly id: string
    readonly type: Type
    readonly payload: RequestPayload<Type>
  }
}[RequestType]
/** A request of a known type whose payload does not fit. It is answered, because somebody waits for it. */
export interface InvalidRequest {
  readonly kind: 'invalid'
  readonly id: string
  readonly problem: string
}
export type AppMessage =
  | AppRequest
  | InvalidRequest
  | { readonly kind: 'abort'; readonly id: string }
  | { readonly kind: 'ping'; readonly id: string }
export type FrameFailure = z.infer<typeof failure>
export type FrameMessage =
  | { readonly kind: 'success'; readonly id: string; readonly payload: unknown }
  | { readonly kind: 'error'; readonly id: string; readonly error: FrameFailure }
  | { readonly kind: 'event'; readonly event: FrameEvent }
  | { readonly kind: 'pong'; readonly id: string }

/** Returns what an app sent, or why it is left alone. Never throws, whatever it is given. */
export function parseAppMessage(data: unknown): Parsed<AppMessage> {
  const read = readEnvelope(appMessage, data)
  if ('ignored' in read) return read
  const { message } = read
  if (message.kind === 'abort') return { message: { kind: 'abort', id: message.id } }
  if (message.kind === 'ping') return { message: { kind: 'ping', id: message.id } }
  if (!isRequestType(message.type)) return { ignored: 'unknown-type' }
  const payload = z.safeParse(requests[message.type].payload, message.payload)
  const { id, type } = message
  if (!payload.success) return { message: { kind: 'invalid', id, problem: problemOf(payload.error) } }
  return { message: { kind: 'request', id, type, payload: payload.data } as AppRequest }
}

/** Returns what the frame sent, or why it is left alone. A reply's payload is checked against its request later. */
export function parseFrameMessage(data: unknown): Parsed<FrameMessage> {
  const read = readEnvelope(frameMessage, data)
  if ('ignored' in read) return read
  const { message } = read
  if (message.kind === 'success') {
    return { message: { kind: 'success', id: message.id, payload: message.payload } }
  }
  if (message.kind === 'error') return { message: { kind: 'error', id: message.id, error: message.error } }
  if (message.kind === 'pong') return { message: { kind: 'pong', id: message.id } }
  if (!isEventType(message.type)) return { ignored: 'unknown-type' }
  const payload = z.safeParse(events[message.type as EventType], message.payload ?? {})
  if (!payload.success) return { ignored: 'malformed' }
  return { message: { kind: 'event', event: { type: message.type, payload: payload.data } as FrameEvent } }
}

function readEnvelope<Shape extends z.core.$ZodType>(shape: Shape, data: unknown): Parsed<z.infer<Shape>> {
  if (!isOurs(data)) return { ignored: 'not-ours' }
  const plain = copyPlainData(data) as { version?: unknown } | undefined
  if (plain === undefined) return { ignored: 'malformed' }
  if (plain.version !== protocolVersion) return { ignored: 'other-version' }
  const parsed = z.safeParse(shape, plain)
  return parsed.success ? { message: parsed.data } : { ignored: 'malformed' }
}

function isOurs(data: unknown): boolean {
  try {
    return typeof data === 'object' && data !== null && Object.hasOwn(data, 'protocol')
      ? (data as { protocol: unknown }).protocol === protocolName
      : false
  } catch {
    return false
  }
}

/** The first thing that is wrong, by its place: never what was sent. */
function problemOf(error: z.core.$ZodError): string {
  const [issue] = error.issues
  const place = issue?.path.map(String).join('.') ?? ''
  return `${place || 'payload'}: ${issue?.message ?? 'Invalid input'}`.slice(0, 300)
}

const own = <Message extends object>(message: Message) => ({
  protocol: protocolName,
  version: protocolVersion,
  ...message,
})

/** Everything that is sent, by its kind. */
export const write = {
  request: (id: string, type: RequestType, payload: unknown) => own({ kind: 'request', id, type, payload }),
  abort: (id: string) => own({ kind: 'abort', id }),
  ping: (id: string) => own({ kind: 'ping', id }),
  pong: (id: string) => own({ kind: 'pong', id }),
  success: (id: string, payload: unknown) => own({ kind: 'success', id, payload }),
  error: (id: string, error: FrameFailure) => own({ kind: 'error', id, error }),
  event: ({ type, payload }: FrameEvent) => own({ kind: 'event', type, payload }),
} as const
