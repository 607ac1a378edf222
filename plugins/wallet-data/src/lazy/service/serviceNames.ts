import { plainText } from '@latchkey/kernel/plugin'
import type { Identity } from '@latchkey/kernel/contracts'
import type { ServiceOptions } from '../../options.js'
import type { AccountRequest } from '../direct/directHoldings.js'
import type { NameQuestion, Resolved } from '../names.js'
import { pictureOf } from '../pictureOf.js'
import type { Source } from '../sources.js'
import { coinTypeOf } from './contract.js'
import type { Coverage } from './createCoverage.js'
import type { ServiceClient } from './createClient.js'
import { forwardName, identity, reverseNames } from './schema.js'

/** What 1.7.4 of the reference sends: misses are empty lists then, and no red lines in the console. */
export const apiVersion = 2

const nameLimit = 255

export interface ServiceNamesOptions {
  readonly client: ServiceClient
  readonly coverage: Coverage
  readonly options: Pick<ServiceOptions, 'url' | 'avatarHosts'>
}

export function createServiceNames({ client, coverage, options }: ServiceNamesOptions): {
  readonly lookup: Source<AccountRequest, Identity>
  readonly resolver: Source<NameQuestion, Resolved>
} {
  async function reverse(address: string): Promise<readonly string[]> {
    const names = await client.find({
      path: `/v1/profile/reverse/${encodeURIComponent(address)}`,
      query: { apiVersion },
      schema: reverseNames,
      hasStandIn: true,
    })
    return (names ?? []).map(({ name }) => name)
  }

  async function lookup({ address }: AccountRequest): Promise<Identity> {
    const found = await client.find({
      path: `/v1/identity/${encodeURIComponent(address)}`,
      schema: identity,
      hasStandIn: true,
    })
    const given = found?.name || (await reverse(address))[0]
    const name = given && given.length <= nameLimit ? plainText(given, nameLimit) : ''
    // A name that looks different once it is made plain is no name to show.
    if (name === '' || name !== given) return {}
    const avatar = avatarOf(found?.avatar, options)
    return avatar === undefined ? { name } : { name, avatar }
  }

  async function resolve(name: string, coinType: bigint): Promise<Resolved> {
    const answer = await client.find({
      path: `/v1/profile/account/${encodeURIComponent(name)}`,
      query: { apiVersion },
      schema: forwardName,
      hasStandIn: true,
    })
    const record = Array.isArray(answer) ? answer[0] : answer
    // Only the address of this very network: an address of another network may have no owner here.
    const own = record?.addresses[coinType.toString()]
    if (!own || record.name.toLowerCase() !== name) return {}
    const leadsBack = (await reverse(own.address)).some((other) => other.toLowerCase() === name)
    return leadsBack ? { address: own.address } : {}
  }

  return {
    lookup: {
      source: 'service',
      read: (request) => coverage.ask('identity', request.networkId, () => lookup(request)),
    },
    resolver: {
      source: 'service',
      async read({ networkId, name }) {
        const coinType = coinTypeOf(networkId)
        if (coinType === undefined) return undefined
        return coverage.ask('name', networkId, () => resolve(name, coinType))
      },
    },
  }
}

/** The owner of a name chooses its picture, so it is loaded only from the service's host and those the app lists. */
function avatarOf(value: unknown, options: ServiceNamesOptions['options']): string | undefined {
  const picture = pictureOf(value)
  if (picture === undefined || picture.startsWith('data:')) return picture
  const { host } = new URL(picture)
  const isKnown = host === new URL(options.url).host || options.avatarHosts?.includes(host)
  return isKnown ? picture : undefined
}
