import { getConnInfo } from '@hono/node-server/conninfo'
import { matchesOrigin } from '@latchkey/plugin-email-auth/protocol'
import { readCaller as readAddress } from '@latchkey/service-kit'
import type { Context } from 'hono'
import * as z from 'zod/mini'
import { describeDevice } from '../login/describeDevice.js'
import { takeFrom } from '../rates/limits.js'
import type { Caller, Service } from '../service.js'
import { ServiceError } from '../serviceError.js'
import { chooseLanguage, wordsOf } from '../words/languages.js'
import type { Words } from '../words/translate.js'
import { readSession, type Session } from '../sessions/sessions.js'

/** The header by which the frame says for which app it asks. The page's own policy made sure that it is that app. */
const appOriginHeader = 'latchkey-app-origin'

const bodyLimit = 64 * 1024

/**
 * Who asks. Only our own frame may: another site's page sends another `Origin`, or none of the headers of ours.
 *
 * @throws ServiceError unauthorized, unverified_domain, too_many_requests
 */
export async function readCaller(service: Service, context: Context, proxies: number): Promise<Caller> {
  const { req } = context
  const ip = readAddress({
    direct: getConnInfo(context).remote.address,
    forwardedFor: req.header('x-forwarded-for'),
    proxies,
  })
  await takeFrom(service.rates, service.limits, 'requestsPerIp', ip)
  const from = req.header('origin')
  const site = req.header('sec-fetch-site')
  if (
    (from !== undefined && from !== service.publicOrigin) ||
    (site !== undefined && site !== 'same-origin')
  ) {
    throw new ServiceError(403, 'unauthorized', "Only the wallet's own page may ask this.")
  }
  const origin = req.header(appOriginHeader)
  if (origin === undefined || !matchesOrigin(service.allowedOrigins, origin)) {
    throw new ServiceError(
      403,
      'unverified_domain',
      'This app may not use the wallet. Add its origin to the allowed origins.',
    )
  }
  return {
    origin,
    ip,
    description: describeDevice(req.header('user-agent')),
    words: readWords(service, context),
  }
}

/** The words for whoever's browser asks. */
export const readWords = ({ languages }: Service, { req }: Context): Words =>
  wordsOf(chooseLanguage(languages, { accepted: req.header('accept-language') }))

/** @throws ServiceError invalid_request */
export async function readBody<Shape extends z.core.$ZodType>(
  context: Context,
  shape: Shape,
): Promise<z.infer<Shape>> {
  const type = context.req.header('content-type') ?? ''
  if (!/^application\/json(?:;|$)/.test(type)) throw invalid('Send JSON, with content-type application/json.')
  const text = await readText(context)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw invalid('The body is no JSON.', cause)
  }
  const parsed = z.safeParse(shape, value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`${issue?.path.map(String).join('.') || 'body'}: ${issue?.message ?? 'Invalid input'}`)
}

/** @throws ServiceError invalid_request when it is too long */
export async function readText({ req }: Context): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (req.raw.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length
    if (size > bodyLimit) throw invalid(`The body is larger than ${bodyLimit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** @throws ServiceError session_expired */
export async function requireSession(service: Service, context: Context, caller: Caller): Promise<Session> {
  const access = /^Bearer ([\w-]{43})$/.exec(context.req.header('authorization') ?? '')?.[1]
  if (access === undefined)
    throw new ServiceError(401, 'session_expired', 'The session has ended. Sign in again.')
  return readSession(service, caller, access)
}

/** Answers what is meant for the caller, and says of everything else only that it failed. */
export function answerError({ metrics, onFault }: Service, error: unknown, context: Context): Response {
  if (!(error instanceof ServiceError)) {
    metrics.count('refused', 'fault')
    onFault(error)
    return context.json({ code: 'failed', message: 'An error occurred' }, 500)
  }
  metrics.count('refused', error.code)
  const { code, message, retryAfter, status } = error
  if (retryAfter !== undefined) context.header('retry-after', String(retryAfter))
  return context.json({ code, message, ...(retryAfter === undefined ? {} : { retryAfter }) }, status)
}

const invalid = (message: string, cause?: unknown) =>
  new ServiceError(400, 'invalid_request', message, { cause })
