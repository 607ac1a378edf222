import type { FetchHandler, SiwxHandlers } from './createHandlers.js'

/**
 * The exports of a Next route file such as `app/api/siwx/[action]/route.ts`:
 * `export const { GET, POST } = nextHandlers(handlers)`. Works on the Node and the edge runtime. Where the handlers need
 * what is not there while the app is built, make them in `handle`, with the first request.
 */
export function nextHandlers(handlers: Pick<SiwxHandlers, 'handle'>): {
  readonly GET: FetchHandler
  readonly POST: FetchHandler
} {
  const serve: FetchHandler = (request) => handlers.handle(request)
  return { GET: serve, POST: serve }
}
