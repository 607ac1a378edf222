import type { HttpService } from '@latchkey/kernel/plugin'
import type { OnrampSource } from '../OnrampProvider.js'
import { status } from './shapes.js'

/** What the provider says of a purchase. */
export function createStatus(
  http: HttpService,
  what: string,
  statusUrl: string | undefined,
): Pick<OnrampSource, 'status'> {
  if (statusUrl === undefined) return {}
  return {
    status: ({ id, signal }) =>
      http.request({
        url: `${statusUrl}/${encodeURIComponent(id)}`,
        schema: status as never,
        what,
        byteLimit: 65_536,
        retries: 0,
        signal,
      }),
  }
}
