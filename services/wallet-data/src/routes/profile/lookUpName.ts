import * as z from 'zod/mini'
import { readQuery } from '../../http/parameters.js'
import { invalid, ServiceError } from '../../http/serviceError.js'
import { checkName, checkPart, checkZone } from '../../names/nameRules.js'
import { suggestNames } from '../../names/suggestNames.js'
import { findName, namesOf, whichAreTaken } from '../../store/names.js'
import { findAccount } from '../account.js'
import { jsonText, type Route } from '../route.js'
import { describeName } from './describeName.js'

const query = z.object({ apiVersion: z.optional(z.string()), zone: z.optional(z.string()) })

/** With `apiVersion=2` a miss is an empty list and no error, as in the contract. */
const miss = (apiVersion: string | undefined, field: string, description: string) => {
  if (apiVersion === '2') return jsonText('[]')
  throw new ServiceError(404, [{ field, description }])
}

/** What a name stands for. From the primary, as all about names: who registers one looks it up next, anywhere. */
export const forward: Route = {
  name: 'profile',
  method: 'get',
  path: '/v1/profile/account/:name',
  async handle(context, service) {
    const { apiVersion } = readQuery(context, query)
    const name = checkName((context.req.param('name') ?? '').toLowerCase(), service.settings.zones)
    const found = await findName(service.database.writes, name)
    if (!found) return miss(apiVersion, 'name', 'The name is not registered.')
    return jsonText(JSON.stringify(describeName(found)))
  },
}

/** Which names point at an address. */
export const reverse: Route = {
  name: 'profile',
  method: 'get',
  path: '/v1/profile/reverse/:address',
  async handle(context, service) {
    const { apiVersion } = readQuery(context, query)
    const { address } = findAccount(service, context.req.param('address') ?? '', undefined)
    const found = await namesOf(service.database.writes, address)
    if (found.length === 0) return miss(apiVersion, 'address', 'No name points at the address.')
    return jsonText(JSON.stringify(found.map(describeName)))
  },
}

const suggestionsAtMost = 5

/** Names that begin like the one asked for, which comes first. */
export const suggestions: Route = {
  name: 'profile',
  method: 'get',
  path: '/v1/profile/suggestions/:name',
  async handle(context, service) {
    const { zones } = service.settings
    const { zone: asked } = readQuery(context, query)
    const [usual] = zones
    if (usual === undefined) throw invalid('zone', 'Names are not registered here.')
    const zone = checkZone(asked ?? usual, zones)
    const part = checkPart((context.req.param('name') ?? '').toLowerCase())
    const names = suggestNames(part, suggestionsAtMost).map((one) => `${one}.${zone}`)
    const taken = await whichAreTaken(service.database.writes, names)
    const found = names.map((name) => ({ name, registered: taken.has(name) }))
    return jsonText(JSON.stringify({ suggestions: found }))
  },
}
