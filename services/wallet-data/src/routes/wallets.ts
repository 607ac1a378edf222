import * as z from 'zod/mini'
import { list, readQuery, whole } from '../http/parameters.js'
import { checkProject } from './projects.js'
import { jsonText, type Route } from './route.js'

const idsAtMost = 200

const query = z.object({
  projectId: z.optional(z.string()),
  page: z._default(whole(1, 10_000), 1),
  entries: z._default(whole(1, 100), 40),
  search: z.optional(z.string().check(z.maxLength(100))),
  badge_type: z.optional(z.literal('certified')),
  include: z.optional(list(idsAtMost)),
  exclude: z.optional(list(idsAtMost)),
  chains: z.optional(list(100)),
})

/** The hosted list of wallets, in pages. `count` is that of all that match. */
export const wallets: Route = {
  name: 'wallets',
  method: 'get',
  path: '/getWallets',
  async handle(context, service) {
    const asked = readQuery(context, query)
    checkProject(service, asked.projectId)
    const words = asked.search?.toLowerCase().trim()
    const namespaces = asked.chains?.map((chain) => chain.split(':')[0])
    const found = service.directory.filter(
      ({ id, name, rdns, badge_type: badge, chains }) =>
        (!words || name.toLowerCase().includes(words) || rdns?.includes(words)) &&
        (!asked.badge_type || badge === asked.badge_type) &&
        (!asked.include || asked.include.includes(id)) &&
        !asked.exclude?.includes(id) &&
        (!namespaces || chains?.some((chain) => namespaces.includes(chain.split(':')[0]))),
    )
    const start = (asked.page - 1) * asked.entries
    return jsonText(JSON.stringify({ data: found.slice(start, start + asked.entries), count: found.length }))
  },
}
