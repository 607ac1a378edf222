import * as z from 'zod/mini'
import { creationOptions } from './webAuthn.js'

/** Says that the window listens. */
export const windowReady = z.object({ passkeyWindow: z.literal('ready') })

/** What the frame answers: the passkey to make. */
export const windowRequest = z.object({ passkeyWindow: z.literal('make'), options: creationOptions })

const made = z.object({
  passkeyWindow: z.literal('made'),
  response: z.record(z.string(), z.unknown()),
  /** 32 bytes that only this passkey makes. */
  output: z.optional(z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length === 32)),
})
const failed = z.object({ passkeyWindow: z.literal('failed'), name: z.string() })

/** How it ended: the passkey, or the name of the browser's error. */
export const windowResult = z.discriminatedUnion('passkeyWindow', [made, failed])
