import * as z from 'zod/mini'
import { shapes, tokenShape } from './shapes.js'

/** What the frame shows while it must be visible. The app lays it over the modal, under its own header. */
export const frameViews = ['approve', 'recover', 'create', 'export', 'passkey', 'account'] as const
export type FrameView = (typeof frameViews)[number]

/** What the frame tells the app without being asked. */
export const events = {
  /** `instance` is new with every load of the frame: another one means that everything before it is lost. */
  ready: z.object({
    instance: shapes.id,
    version: z.optional(shapes.line(50)),
  }),
  /** The service does not serve the app: it will never be ready. */
  refused: z.object({ reason: z.literal('unverified_domain') }),
  /** A session that the app may keep and offer with `isConnected`, where the frame cannot keep it itself. */
  session: z.object({ token: z.nullable(tokenShape) }),
  /**
   * The frame asks to be shown, or to be hidden with `null`: then the person has decided. `request` is the id of the request that
   * they are asked about.
   */
  view: z.object({ view: z.nullable(z.enum(frameViews)), request: z.optional(shapes.id) }),
  /** How high what is shown is, in pixels. The app gives it that much room, as far as the window has it. */
  size: z.object({ height: z.number().check(z.int(), z.nonnegative(), z.maximum(10_000)) }),
  /** The session ended without the app asking for it. `isReplaced`: somebody else has signed in, in another tab of this browser. */
  disconnected: z.object({ isReplaced: z.optional(z.boolean()) }),
} as const

export type EventType = keyof typeof events
export type EventPayload<Type extends EventType> = z.infer<(typeof events)[Type]>
/** An event with its payload, told apart by `type`. */
export type FrameEvent = {
  [Type in EventType]: { readonly type: Type; readonly payload: EventPayload<Type> }
}[EventType]

export const isEventType = (type: string): type is EventType => Object.hasOwn(events, type)
