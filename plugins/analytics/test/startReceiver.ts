import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnalyticsEvent } from '@latchkey/plugin-wallet-data'

export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface Request {
  readonly headers: IncomingHttpHeaders
  /** One event comes as an object, several as an array. */
  readonly body: unknown
  readonly events: readonly AnalyticsEvent[]
}

export interface Receiver {
  readonly url: string
  /** Events that were taken, by request. */
  readonly batches: readonly (readonly AnalyticsEvent[])[]
  /** Every request, taken or not. */
  readonly requests: readonly Request[]
  /** What to answer from now on; a function is asked for each request. */
  answer(next: Answer | ((events: readonly AnalyticsEvent[]) => Answer)): void
  /** Breaks every connection from now on, as a server that is down. */
  fail(isDown: boolean): void
  stop(): Promise<void>
}

/** An HTTP server that takes analytics events in the contract's form. */
export async function startReceiver(): Promise<Receiver> {
  const batches: AnalyticsEvent[][] = []
  const requests: Request[] = []
  let decide: (events: readonly AnalyticsEvent[]) => Answer = () => ({ status: 202 })
  let isDown = false
  const server = createServer((request, response) => {
    if (isDown) return void request.socket.destroy()
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const parsed = JSON.parse(body) as AnalyticsEvent | AnalyticsEvent[]
      const events = Array.isArray(parsed) ? parsed : [parsed]
      requests.push({ headers: request.headers, body: parsed, events })
      const { status, headers = {} } = decide(events)
      if (status < 300) batches.push(events)
      response.writeHead(status, headers).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/e`,
    batches,
    requests,
    answer(next) {
      decide = typeof next === 'function' ? next : () => next
    },
    fail(down) {
      isDown = down
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
