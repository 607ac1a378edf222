import { HttpStatusError } from '@latchkey/kernel/plugin'
import { NetworkError } from '@latchkey/kernel/chain'
import type { AnalyticsSinkService } from '@latchkey/plugin-wallet-data'

/** Milliseconds for one request. */
const timeout = 10_000
/** The most a browser lets go on when the page is left, in bytes; a little less, for what is under way already. */
const keepaliveLimit = 60_000

/** Posts events to the host's own receiver. A request that is under way survives leaving the page. */
export function createUrlSink(url: string): AnalyticsSinkService {
  return {
    async send(events, signal) {
      const body = JSON.stringify(events.length === 1 ? events[0] : events)
      const response = await post(body, signal)
      if (response.ok) return
      const text = await response.text().catch(() => '')
      const { origin, pathname } = new URL(url)
      throw Object.assign(new HttpStatusError(response.status, `${origin}${pathname}`, text), {
        retryAfter: secondsOf(response.headers.get('retry-after')),
      })
    },
  }

  async function post(body: string, signal: AbortSignal | undefined): Promise<Response> {
    const limit = AbortSignal.timeout(timeout)
    try {
      return await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        keepalive: new TextEncoder().encode(body).length <= keepaliveLimit,
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
    } catch {
      throw new NetworkError('The analytics service could not be reached.', { code: 'HTTP_UNREACHABLE' })
    }
  }
}

/** `Retry-After` as seconds (RFC 9110, section 10.2.3); its date form is taken for absent. */
function secondsOf(header: string | null): number | undefined {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : undefined
}
