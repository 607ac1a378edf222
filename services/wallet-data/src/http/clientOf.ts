import { getConnInfo } from '@hono/node-server/conninfo'
import { readCaller } from '@latchkey/service-kit'
import type { Context } from 'hono'
import type { Service } from '../service.js'

/** What requests of one client are counted by. */
export const clientOf = ({ settings }: Pick<Service, 'settings'>, context: Context): string =>
  readCaller({
    direct: getConnInfo(context).remote.address,
    forwardedFor: context.req.header('x-forwarded-for'),
    proxies: settings.trustedHops,
  })
