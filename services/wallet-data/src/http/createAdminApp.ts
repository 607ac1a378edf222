import { Hono } from 'hono'
import type { Service } from '../service.js'
import { readEvents } from '../store/analytics.js'
import { faultsShape } from './faults.js'
import { readJson } from './parameters.js'
import { ServiceError } from './serviceError.js'

const eventsShown = 1000

/**
 * Switches for tests, on a port of their own. A page in a browser must not reach them: no answer allows another origin,
 * what changes something needs a header that browsers ask about first, and the host must be this machine, so that no
 * name of somebody's can point here.
 */
export function createAdminApp(service: Service): Hono {
  const app = new Hono()
  app.use(async (context, next) => {
    const host = context.req.header('host') ?? ''
    if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/.test(host)) return context.text('Not here.', 403)
    const isRead = context.req.method === 'GET'
    if (!isRead && context.req.header('content-type') !== 'application/json') {
      return context.text('Send application/json.', 415)
    }
    return next()
  })
  app.get('/state', (context) =>
    context.json({ networks: service.indexer.states(), faults: service.faults.current() }),
  )
  app.put('/faults', async (context) => {
    service.faults.set(await readJson(context, faultsShape))
    return context.json({ faults: service.faults.current() })
  })
  app.post('/sync', async (context) => {
    await service.indexer.sync()
    return context.json({ networks: service.indexer.states() })
  })
  app.get('/events', async (context) => context.json(await readEvents(service.database.reads, eventsShown)))
  app.onError((error, context) => {
    const status = error instanceof ServiceError ? error.status : 500
    return context.json({ status: 'FAILED', reason: error.message }, status)
  })
  return app
}
