import type * as z from 'zod/mini'
import { unavailable } from './serviceError.js'

/** Milliseconds for another service, and bytes of its answer. */
const patience = 8_000
const answerLimit = 1_000_000

export interface UpstreamQuestion<shape extends z.ZodMiniType> {
  /** What is told of it when it fails, at the start of a sentence. */
  readonly what: string
  readonly url: string
  readonly query?: Readonly<Record<string, string | undefined>>
  /** Sent as JSON with POST. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly shape: shape
  /** The answer to a status from 400 to 499, by its text. */
  refuse(text: string): Error
}

/**
 * Asks another service, and returns its answer as far as it has the expected shape.
 *
 * @throws ServiceError 503 when it is down, slow, redirects or answers something else, and what `refuse` returns
 */
export async function askUpstream<shape extends z.ZodMiniType>(
  question: UpstreamQuestion<shape>,
): Promise<z.infer<shape>> {
  const { what, url, query = {}, body, headers = {}, shape, refuse } = question
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
  const { status, text } = await fetch(`${url}${parameters}`, {
    ...sent,
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  })
    .then(async (answer) => ({ status: answer.status, text: await answer.text() }))
    .catch((cause) => {
      throw unavailable(what, cause)
    })
  if (status >= 400 && status < 500) throw refuse(text)
  if (status < 200 || status > 299) throw unavailable(what, new Error(`HTTP ${status}`))
  const parsed = text.length > answerLimit ? undefined : shape.safeParse(readJson(text))
  if (!parsed?.success) throw unavailable(what, parsed?.error ?? new Error('Its answer is too long.'))
  return parsed.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
