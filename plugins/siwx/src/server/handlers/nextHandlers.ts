import type { FetchHandler, SiwxHandlers } from './createHandlers.js'

/**
 * The exports of a Next route file such as `app/api/siwx/[action]/route.ts`:
 * `export const { GET, POST } = nextHandlers(handlers)`. Works on the Node and the edge runtime.
 */
export function nextHandlers(handlers: SiwxHandlers): {
  readonly GET: FetchHandler
  readonly POST: FetchHandler
} {
  const serve: FetchHandler = (request) => handlers.handle(request)
  return { GET: serve, POST: serve }
}
