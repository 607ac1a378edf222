import type { Clock, LogService } from '@latchkey/kernel/plugin'
import type { Endpoint, RpcCall } from './endpoint.js'
import { isEndpointFault } from './isEndpointFault.js'

/** How long an endpoint that failed stands behind the others, in milliseconds. */
const penaltyTime = 30_000
/** Weight of the newest answer time in the running mean. */
const weight = 0.2
/** An endpoint is moved ahead of a preferred one only when it is clearly faster. */
const clearlyFaster = 2

/** An endpoint and what its answers showed. */
export interface RatedEndpoint {
  readonly endpoint: Endpoint
  /** Mean answer time in milliseconds, from real calls only. */
  latency: number | undefined
  failedAt: number | undefined
}

/** Ranks endpoints by what real calls showed; without a reason to change, the host's order holds. */
export function createEndpointRanking(
  endpoints: readonly Endpoint[],
  { clock, log }: { readonly clock: Clock; readonly log: LogService },
) {
  const all: RatedEndpoint[] = endpoints.map((endpoint) => ({
    endpoint,
    latency: undefined,
    failedAt: undefined,
  }))

  const isPenalised = ({ failedAt }: RatedEndpoint) =>
    failedAt !== undefined && clock.now() - failedAt < penaltyTime

  /** The endpoints, the one to ask first before the others. */
  function ranked(): RatedEndpoint[] {
    const sound = all.filter((rated) => !isPenalised(rated))
    const [preferred] = sound
    const fastest = sound.reduce<RatedEndpoint | undefined>(
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

  async function attempt(rated: RatedEndpoint, call: RpcCall): Promise<unknown> {
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

  return { ranked, attempt }
}
