import { type Context, Hono } from 'hono'
import { isBearer } from '@latchkey/service-kit'
import { routes } from '../routes/routes.js'
import { answerHeaders, type Route } from '../routes/route.js'
import type { Service } from '../service.js'
import { clientOf } from './clientOf.js'
import { ServiceError, tooMany } from './serviceError.js'

/** Request headers that pages may send, as in the contract. */
const allowedHeaders = [
  'content-type',
  'user-agent',
  'referer',
  'origin',
  'solana-client',
  'sec-fetch-mode',
  'x-sdk-type',
  'x-sdk-version',
]

/** The HTTP side of the service. */
export function createApp(service: Service): Hono {
  const app = new Hono()
  // Nothing stands between a route and its answer: each layer there costs every request.
  for (const route of routes) {
    app[route.method](route.path, async (context) => counted(service, await serve(service, route, context)))
  }
  app.get('/metrics', (context) => counted(service, answerMetrics(service, context)))
  app.options('*', () => counted(service, new Response(null, { status: 204, headers: preflightHeaders })))
  app.notFound(() => counted(service, failure(nothingThere())))
  app.onError((error) => counted(service, answerError(service, error)))
  return app
}

const preflightHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': allowedHeaders.join(','),
  'access-control-allow-methods': 'GET,POST',
  'access-control-expose-headers': 'retry-after',
  'access-control-max-age': '600',
}

const nothingThere = () => new ServiceError(404, [{ field: '', description: 'There is no such route.' }])

function counted({ metrics }: Service, answer: Response): Response {
  metrics.count('requests', `${Math.floor(answer.status / 100)}xx`)
  return answer
}

function answerMetrics(service: Service, context: Context): Response {
  const { metricsToken } = service.settings
  const mayRead = metricsToken !== undefined && isBearer(context.req.header('authorization'), metricsToken)
  return mayRead ? context.text(metricsOf(service)) : failure(nothingThere())
}

/** Of this instance alone: whoever collects them adds up. */
function metricsOf({ metrics, lifecycle }: Service): string {
  const { user, system } = process.cpuUsage()
  return [
    metrics.text().trimEnd(),
    '# HELP latchkey_indexing Whether this instance reads the chains.',
    '# TYPE latchkey_indexing gauge',
    `latchkey_indexing ${Number(lifecycle.isIndexing)}`,
    '# HELP latchkey_hearing Whether this instance hears what changes, and so keeps answers.',
    '# TYPE latchkey_hearing gauge',
    `latchkey_hearing ${Number(lifecycle.isHearing)}`,
    '# HELP process_cpu_seconds_total Processor time of this instance.',
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`, // no money: seconds
    '',
  ].join('\n')
}

async function serve(service: Service, route: Route, context: Context): Promise<Response> {
  service.metrics.count('routes', route.name)
  await strike(service, route)
  const wait = await service.buckets?.take(`${route.path} ${clientOf(service, context)}`)
  if (wait !== undefined) throw tooMany(wait)
  return route.handle(context, service)
}

async function strike({ faults }: Service, { name }: Route): Promise<void> {
  const fault = faults.strike(name)
  if (!fault) return
  const { delayMilliseconds, status, retryAfterSeconds } = fault
  if (delayMilliseconds) await new Promise((resolve) => setTimeout(resolve, delayMilliseconds))
  if (status === undefined) return
  const wait = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  throw new ServiceError(status, [{ field: '', description: 'Switched to fail.' }], wait)
}

function answerError(service: Service, error: unknown): Response {
  const known = error instanceof ServiceError
  // A failure with a cause comes from the nodes; one without was switched on.
  if (!known || (error.status >= 500 && error.cause !== undefined)) service.report(error)
  if (known) return failure(error)
  return failure(new ServiceError(500, [{ field: '', description: 'The service failed. Try again later.' }]))
}

function failure({ status, reasons, retryAfterSeconds }: ServiceError): Response {
  return new Response(JSON.stringify({ status: 'FAILED', reasons }), {
    status,
    headers: {
      ...answerHeaders,
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  })
}
