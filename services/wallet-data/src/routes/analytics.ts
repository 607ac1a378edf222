import type { Context } from 'hono'
import * as z from 'zod/mini'
import { readJson, readQuery } from '../http/parameters.js'
import { invalid, ServiceError } from '../http/serviceError.js'
import type { Service } from '../service.js'
import { checkProject } from './projects.js'
import { jsonText, type Route } from './route.js'

const eventsAtOnce = 100
const bodyAtMost = 256 * 1024
/** Each is kept. */
const eventAtMost = 16 * 1024

const event = z.object({
  eventId: z.uuid(),
  url: z.string().check(z.maxLength(2048)),
  domain: z.string().check(z.maxLength(255)),
  timestamp: z.number(),
  props: z.object({
    type: z.string().check(z.maxLength(64)),
    event: z.string().check(z.maxLength(128)),
    properties: z.optional(z.record(z.string(), z.unknown())),
    address: z.optional(z.string().check(z.maxLength(128))),
  }),
})

const events = z.union([event, z.array(event).check(z.minLength(1), z.maxLength(eventsAtOnce))])
const query = z.object({ projectId: z.optional(z.string()) })

/** Keeps one event or several. A page of an origin that may not send is refused. */
async function handle(context: Context, service: Service): Promise<Response> {
  const project = checkProject(service, readQuery(context, query).projectId)
  const origin = context.req.header('origin')
  checkOrigin(service, origin)
  const given = await readJson(context, events, bodyAtMost)
  const receivedAt = service.now()
  const rows = (Array.isArray(given) ? given : [given]).map((one) => {
    const body = JSON.stringify(one)
    if (body.length > eventAtMost) {
      throw invalid('props.properties', `An event has at most ${eventAtMost} characters.`)
    }
    return { id: one.eventId, projectId: project, receivedAt, origin: origin?.slice(0, 255), body }
  })
  await service.analytics.store(rows)
  return jsonText('{"status":"OK"}', 202)
}

function checkOrigin({ settings }: Service, origin: string | undefined): void {
  const allowed = settings.analyticsOrigins
  if (!allowed || (origin !== undefined && allowed.has(origin))) return
  const description = 'The origin may not send analytics. Add it to the allowed origins of the project.'
  throw new ServiceError(403, [{ field: 'origin', description }])
}

export const analyticsRoutes: readonly Route[] = [
  { name: 'analytics', method: 'post', path: '/e', handle },
  { name: 'analytics', method: 'post', path: '/batch', handle },
]

export const analyticsConfig: Route = {
  name: 'analyticsConfig',
  method: 'get',
  path: '/getAnalyticsConfig',
  async handle(context, service) {
    checkProject(service, readQuery(context, query).projectId)
    return jsonText(JSON.stringify({ isAnalyticsEnabled: service.settings.isAnalyticsEnabled }))
  },
}
