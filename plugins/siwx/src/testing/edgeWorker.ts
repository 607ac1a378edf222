import { createHandlers } from '../server/handlers/createHandlers.js'
import { createVerifier } from '../server/createVerifier.js'
import { eip155 } from '../server/eip155/eip155.js'
import { memoryNonces } from '../server/nonces/memoryNonces.js'
import { createSessions } from '../server/sessions/createSessions.js'
import { memorySessions } from '../server/sessions/memorySessions.js'

/** Made with the first request: an edge runtime gives no random numbers before. */
function createServer() {
  const sessions = createSessions({ store: memorySessions(), secrets: ['s'.repeat(32)] })
  const verifier = createVerifier({ domain: 'app.example', verifiers: [eip155()], nonces: memoryNonces() })
  const handlers = createHandlers({
    ...{ verifier, sessions },
    origins: ['https://app.example'],
    rateLimit: false,
  })
  return { sessions, handlers }
}

let server: ReturnType<typeof createServer> | undefined

/** A server of nothing but standard interfaces, as an edge runtime starts it. `/token?account=…` starts a session. */
const worker = {
  async fetch(request: Request): Promise<Response> {
    server ??= createServer()
    const { pathname, searchParams } = new URL(request.url)
    if (pathname !== '/token') return server.handlers.handle(request)
    const account = searchParams.get('account') as `${string}:${string}:${string}`
    return new Response((await server.sessions.start([account])).token)
  },
}

export default worker
