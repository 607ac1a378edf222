import { FrameError, type FrameErrorCode, frameErrorCodes } from '@latchkey/plugin-email-auth/protocol'
import * as z from 'zod/mini'

const failure = z.object({
  code: z.string(),
  message: z.optional(z.string()),
  retryAfter: z.optional(z.number()),
})

export type Ask = <Shape extends z.core.$ZodType>(
  path: string,
  body: object,
  shape: Shape,
  access?: string,
) => Promise<z.infer<Shape>>

/**
 * Asks the service that this page came from, in the name of the app that frames it. Every fault is a `FrameError`.
 *
 * @param language Of the page, which mails are written in. Default: the browser's.
 */
export function createServiceClient(appOrigin: string, language?: string): Ask {
  return async (path, body, shape, access) => {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'omit',
      headers: {
        'content-type': 'application/json',
        'latchkey-app-origin': appOrigin,
        ...(language === undefined ? {} : { 'accept-language': language }),
        ...(access === undefined ? {} : { authorization: `Bearer ${access}` }),
      },
      body: JSON.stringify(body),
    }).catch((cause) => {
      throw unavailable(cause)
    })
    const answer: unknown = await response.json().catch((cause) => {
      throw unavailable(cause)
    })
    if (!response.ok) throw errorOf(answer)
    const parsed = z.safeParse(shape, answer)
    if (!parsed.success) throw unavailable(parsed.error)
    return parsed.data
  }
}

const known: ReadonlySet<string> = new Set(frameErrorCodes)

function errorOf(answer: unknown): FrameError {
  const parsed = z.safeParse(failure, answer)
  if (!parsed.success) return unavailable(parsed.error)
  const { code, message, retryAfter } = parsed.data
  return new FrameError(known.has(code) ? (code as FrameErrorCode) : 'failed', message, {
    retryAfter,
    cause: code,
  })
}

const unavailable = (cause: unknown) =>
  new FrameError('service_unavailable', "The wallet service can't be reached. Try again in a minute.", {
    cause,
  })
