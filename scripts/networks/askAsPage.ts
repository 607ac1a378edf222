import { WrongAnswer } from './outcome.js'

/** A question as a page's `fetch` puts it: a body makes it a POST of JSON, for which a browser asks permission first. */
export interface PageQuestion {
  readonly url: string
  /** Of the page: `https://app.example.com`. */
  readonly origin: string
  readonly body?: string
  readonly signal: AbortSignal
}

const keyWords = /api[ -_]?key|unauthori[sz]ed|authenticat|project id|forbidden: key/i

/**
 * Asks what a page of that origin would, and believes the answer only where a browser would hand it over.
 *
 * @throws WrongAnswer when the page would get nothing, a status of failure, or the wish for a key.
 */
export async function askAsPage(question: PageQuestion): Promise<string> {
  const { url, origin, body, signal } = question
  if (body !== undefined) await askPermission(question)
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { origin, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
    signal,
  })
  const text = await response.text()
  if (wantsKey(response.status, text)) throw new WrongAnswer('wants a key')
  if (!response.ok) throw new WrongAnswer(`answers ${response.status}`)
  if (!isAllowed(response, origin)) throw new WrongAnswer('refuses pages (CORS)')
  return text
}

/** Says whether an answer, whatever its status, asks for a key. */
function wantsKey(status: number, text: string): boolean {
  if (status === 401 || status === 402) return true
  return (
    (status === 403 || status < 300) &&
    keyWords.test(text.slice(0, 2000)) &&
    /error|denied|forbidden/i.test(text)
  )
}

async function askPermission({ url, origin, signal }: PageQuestion): Promise<void> {
  const response = await fetch(url, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    },
    redirect: 'manual',
    signal,
  })
  await response.body?.cancel()
  if (response.status === 401) throw new WrongAnswer('wants a key')
  if (response.status === 403 || response.status === 429) throw new WrongAnswer(`answers ${response.status}`)
  const headers = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase()
  const isNamed = headers.split(',').some((name) => ['*', 'content-type'].includes(name.trim()))
  if (!response.ok || !isAllowed(response, origin) || !isNamed) throw new WrongAnswer('refuses pages (CORS)')
}

function isAllowed({ headers }: Response, origin: string): boolean {
  return ['*', origin].includes(headers.get('access-control-allow-origin') ?? '')
}
