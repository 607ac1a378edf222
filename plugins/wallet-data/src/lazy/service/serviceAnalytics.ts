import type { AnalyticsSinkService } from '../../tokens/analyticsSink.js'
import type { ServiceClient } from './createClient.js'
import { anything } from './schema.js'
import { statusOf } from './serviceErrors.js'

/** The most a browser lets go on when the page is left, in bytes; a little less, for what is under way already. */
const keepaliveLimit = 60_000

/** Several events in one request where the service has a route for it, otherwise one after the other. */
export function createServiceAnalytics(client: ServiceClient): AnalyticsSinkService {
  let hasBatches = true
  const post = (path: string, body: unknown, signal: AbortSignal | undefined) =>
    client.raw({
      path,
      method: 'POST',
      body,
      schema: anything,
      signal,
      keepalive: new TextEncoder().encode(JSON.stringify(body)).length <= keepaliveLimit,
    })

  async function postBatch(events: readonly unknown[], signal: AbortSignal | undefined): Promise<boolean> {
    try {
      await post('/batch', events, signal)
      return true
    } catch (error) {
      if (statusOf(error) !== 404) throw error
      hasBatches = false
      return false
    }
  }

  return {
    async send(events, signal) {
      if (events.length > 1 && hasBatches && (await postBatch(events, signal))) return
      for (const event of events) await post('/e', event, signal)
    },
  }
}
