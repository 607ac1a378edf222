import type { Clock, LogService } from '@latchkey/kernel/plugin'
import { RpcRequestError } from 'viem'
import type { Endpoint, RpcCall } from './endpoint.js'

/** How long an endpoint that failed stands behind the others, in milliseconds. */
const penaltyTime = 30_000
/** How long a read waits for an endpoint before the next one is asked as well, in milliseconds. */
const patience = 1_500
/** Weight of the newest answer time in the running mean. */
const weight = 0.2
/** An endpoint is moved ahead of a preferred one only when it is clearly faster. */
const clearlyFaster = 2

interface Rated {
  readonly endpoint: Endpoint
  /** Mean answer time in milliseconds, from real calls only. */
  latency: number | undefined
  failedAt: number | undefined
}

const writes = new Set(['eth_sendRawTransaction', 'eth_sendTransaction'])

/**
 * Asks the best endpoint, and the next one when it fails or is slow. Endpoints are ranked by what real calls showed, so
 * that nothing is sent for the ranking's sake; without a reason to change, the host's order holds.
 */
export function createFailover(
  endpoints: readonly Endpoint[],
  { clock, log }: { readonly clock: Clock; readonly log: LogService },
): (call: RpcCall) => Promise<unknown> {
  const all: Rated[] = endpoints.map((endpoint) => ({ endpoint, latency: undefined, failedAt: undefined }))
  const [only] = endpoints
  if (only && endpoints.length === 1) return (call) => only.request(call)

  const isPenalised = ({ failedAt }: Rated) => failedAt !== undefined && clock.now() - failedAt < penaltyTime

  function ranked(): Rated[] {
    const sound = all.filter((rated) => !isPenalised(rated))
    const [preferred] = sound
    const fastest = sound.reduce<Rated | undefined>(
      (best, rated) => ((rated.latency ?? Infinity) < (best?.latency ?? Infinity) ? rated : best),
      undefined,
    )
    const swap =
      preferred?.latency !== undefined &&
      fastest?.latency !== undefined &&
      preferred.latency > clearlyFaster * fastest.latency
    const head = swap && fastest ? [fastest] : []
    const rest = sound.filter((rated) => !head.includes(rated))
    return [...head, ...rest, ...all.filter(isPenalised)]
  }

  async function attempt(rated: Rated, call: RpcCall): Promise<unknown> {
    const startedAt = clock.now()
    try {
      const result = await rated.endpoint.request(call)
      const time = clock.now() - startedAt
      rated.latency = rated.latency === undefined ? time : rated.latency * (1 - weight) + time * weight
      rated.failedAt = undefined
      return result
    } catch (error) {
      if (isEndpointFault(error)) {
        rated.failedAt = clock.now()
        log.debug(`The endpoint ${rated.endpoint.origin} failed.`, error)
      }
      throw error
    }
  }

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

/** Numbers of faults of one server: unknown, internal, limits, and what it does not offer. */
const serverFaults = new Set([-1, 429, -32005, -32007, -32601, -32603, -32004])

/**
 * Whether another endpoint may do better. What the chain itself answers (a revert, a bad nonce, bad parameters) is the
 * same everywhere.
 */
function isEndpointFault(error: unknown): boolean {
  if (!(error instanceof RpcRequestError)) return true
  return serverFaults.has(error.code) && !/revert/i.test(error.details)
}
