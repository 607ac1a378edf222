import type * as z from 'zod/mini'
import { unavailable } from './serviceError.js'

/** Milliseconds for another service. */
const patience = 8_000
/** Bytes of an answer, where the question names no other number. */
const usualLimit = 1_000_000
/** What was asked for is wrong, or isn't there. Other statuses say nothing of the question: a wrong key, too many questions. */
const refusals: ReadonlySet<number> = new Set([400, 404, 422])

export interface UpstreamQuestion<shape extends z.ZodMiniType> {
  /** What is told of it when it fails, at the start of a sentence. */
  readonly what: string
  readonly url: string
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Sent as JSON with POST. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly shape: shape
  /** Bytes of an answer, at most. Default 1,000,000. */
  readonly byteLimit?: number
  /** The answer to a status 400, 404 or 422, by its text. */
  refuse(text: string): Error
}

/**
 * Asks another service, and returns its answer as far as it has the expected shape.
 *
 * @throws ServiceError 503 when it is down, slow, redirects, asks to wait or answers something else, and what `refuse` returns
 */
export async function askUpstream<shape extends z.ZodMiniType>(
  question: UpstreamQuestion<shape>,
): Promise<z.infer<shape>> {
  const { what, url, query = {}, body, headers = {}, shape, byteLimit = usualLimit, refuse } = question
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const sent =
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { ...headers, 'content-type': 'application/json' },
        }
  const parameters = given.length > 0 ? `?${new URLSearchParams(given)}` : ''
  const { status, text, wait } = await fetch(`${url}${parameters}`, {
    ...sent,
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  })
    .then(async (answer) => ({
      status: answer.status,
      wait: answer.headers.get('retry-after'),
      text: await readText(answer, byteLimit),
    }))
    .catch((cause) => {
      throw unavailable(what, cause)
    })
  if (refusals.has(status)) throw refuse(text)
  if (status < 200 || status > 299) throw unavailable(what, new Error(`HTTP ${status}`), secondsOf(wait))
  const parsed = shape.safeParse(readJson(text))
  if (!parsed.success) throw unavailable(what, parsed.error)
  return parsed.data
}

/** Stops loading at the limit. */
async function readText({ body }: Response, byteLimit: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > byteLimit) throw new Error(`Its answer is longer than ${byteLimit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** Of a `Retry-After` in seconds, up to an hour. */
const secondsOf = (wait: string | null) =>
  wait !== null && /^[1-9]\d{0,5}$/.test(wait) ? Math.min(Number(wait), 3_600) : undefined

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
