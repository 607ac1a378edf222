import type { AnalyticsSinkService } from '../../tokens/analyticsSink.js'
import type { ServiceClient } from './createClient.js'
import { anything } from './schema.js'

/** One event a request, in order, as the contract has it. Sending one twice does no harm: its id is the same. */
export function createServiceAnalytics(client: ServiceClient): AnalyticsSinkService {
  return {
    async send(events, signal) {
      for (const event of events) {
        await client.raw({ path: '/e', method: 'POST', body: event, schema: anything, signal })
      }
    },
  }
}
