import type { Clock, LogService } from '@latchkey/kernel/plugin'
import { createEndpointRanking } from './createEndpointRanking.js'
import type { Endpoint, RpcCall } from './endpoint.js'
import { isEndpointFault } from './isEndpointFault.js'

/** How long a read waits for an endpoint before the next one is asked as well, in milliseconds. */
const patience = 1_500

const writes = new Set(['eth_sendRawTransaction', 'eth_sendTransaction'])

/**
 * Asks the best endpoint, and the next one when it fails or is slow. Endpoints are ranked by what real calls showed, so
 * that nothing is sent for the ranking's sake; without a reason to change, the host's order holds.
 */
export function createFailover(
  endpoints: readonly Endpoint[],
  { clock, log }: { readonly clock: Clock; readonly log: LogService },
): (call: RpcCall) => Promise<unknown> {
  const [only] = endpoints
  if (only && endpoints.length === 1) return (call) => only.request(call)
  const { ranked, attempt } = createEndpointRanking(endpoints, { clock, log })

  return (call) =>
    new Promise((resolve, reject) => {
      const order = ranked()
      let started = 0
      let running = 0
      let settled = false

      const next = () => {
        const rated = order[started]
        if (!rated || settled) return
        started += 1
        running += 1
        const hasMore = started < order.length
        const timer = hasMore && !writes.has(call.method) ? clock.setTimeout(tooSlow, patience) : undefined
        function tooSlow(): void {
          if (rated) rated.failedAt = clock.now()
          next()
        }
        attempt(rated, call)
          .finally(() => {
            running -= 1
            if (timer !== undefined) clock.clearTimeout(timer)
          })
          .then(
            (result) => {
              settled = true
              resolve(result)
            },
            (error: unknown) => {
              if (settled) return
              if (!isEndpointFault(error)) {
                settled = true
                return reject(error)
              }
              if (started < order.length) next()
              else if (running === 0) reject(error)
            },
          )
      }
      next()
    })
}
