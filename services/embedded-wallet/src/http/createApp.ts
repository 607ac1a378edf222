import { isBearer } from '@latchkey/service-kit'
import { Hono } from 'hono'
import type { Service } from '../service.js'
import { addAccountRoutes } from './accountRoutes.js'
import { addLoginRoutes } from './loginRoutes.js'
import { addPages } from './pages.js'
import { answerError } from './requests.js'

export interface AppOptions {
  readonly service: Service
  /** How many proxies of ours stand before the service; each adds one address to `x-forwarded-for`. */
  readonly proxies: number
  /** Without it, `/metrics` isn't there. */
  readonly metricsToken: string | undefined
}

/** The routes of the service. */
export function createApp({ service, proxies, metricsToken }: AppOptions): Hono {
  const app = new Hono()
  const { metrics, database } = service
  app.use(async (context, next) => {
    await next()
    context.header('x-content-type-options', 'nosniff')
    context.header('referrer-policy', 'no-referrer')
    if (context.req.path.startsWith('/v1/')) context.header('cache-control', 'no-store')
    metrics.count('requests', `${Math.floor(context.res.status / 100)}xx`)
  })
  app.get('/health', async (context) => {
    await database.reads.selectFrom('person').select('id').limit(1).execute()
    return context.json({ status: 'ok' })
  })
  app.get('/metrics', (context) =>
    metricsToken !== undefined && isBearer(context.req.header('authorization'), metricsToken)
      ? context.text(metrics.text())
      : context.notFound(),
  )
  addLoginRoutes(app, service, proxies)
  addAccountRoutes(app, service, proxies)
  addPages(app, service)
  app.onError((error, context) => answerError(service, error, context))
  app.notFound((context) =>
    context.json({ code: 'not_found', message: 'There is nothing at this address.' }, 404),
  )
  return app
}
