import { plainText, type NetworkId } from '@latchkey/kernel/plugin'
import { parseAccountId } from '@latchkey/kernel/contracts'
import type { Collectible } from '@latchkey/kernel/contracts'
import type { CollectiblesQuestion, FoundCollectibles } from '../collectibles.js'
import { pictureOf } from '../pictureOf.js'
import type { Source } from '../sources.js'
import type { Coverage } from './createCoverage.js'
import type { ServiceClient } from './createClient.js'
import { type CollectibleRow, collectibleRow, collectibles } from './schema.js'

/** Characters kept of what something is called. */
const nameLength = 60

export interface ServiceCollectiblesOptions {
  readonly client: ServiceClient
  readonly coverage: Coverage
  /** Told how many entries of a page could not be read. */
  onBadRows(count: number, of: number): void
}

export interface ServiceCollectibles extends Source<CollectiblesQuestion, FoundCollectibles> {
  /** False once the service has said that it has no such route. */
  isServed(): boolean
}

/** Our own addition to the contract: a service without the route answers 404, and the chain is asked. */
export function createServiceCollectibles({
  client,
  coverage,
  onBadRows,
}: ServiceCollectiblesOptions): ServiceCollectibles {
  let isServed = true

  async function read({ networkId, address, cursor }: CollectiblesQuestion) {
    const answer = await client.find({
      path: `/v1/account/${encodeURIComponent(address)}/collectibles`,
      query: { chainId: networkId, cursor },
      schema: collectibles,
      hasStandIn: cursor === undefined,
    })
    if (!answer) {
      isServed = false
      return undefined
    }
    const { data, next } = answer
    const items = data.map((row) => {
      const parsed = collectibleRow.safeParse(row)
      return parsed.success ? toCollectible(parsed.data, networkId) : 'bad'
    })
    const bad = items.filter((item) => item === 'bad').length
    if (bad > 0) onBadRows(bad, items.length)
    const found = items.filter((item) => typeof item === 'object')
    return next ? { items: found, next } : { items: found }
  }

  return {
    source: 'service',
    isServed: () => isServed,
    read: async (question) =>
      isServed ? coverage.ask('collectibles', question.networkId, () => read(question)) : undefined,
  }
}

function toCollectible(row: CollectibleRow, networkId: NetworkId): Collectible | 'bad' | 'other' {
  if ((row.chainId ?? networkId) !== networkId) return 'other'
  const contract = parseAccountId(row.address)
  if (contract?.networkId !== networkId) return 'bad'
  const collection = plainText(row.collection ?? '', nameLength)
  const picture = pictureOf(row.pictureUrl)
  return {
    networkId,
    address: contract.address,
    id: row.tokenId,
    name: plainText(row.name, nameLength) || `#${row.tokenId}`,
    ...(collection ? { collection } : {}),
    ...(picture ? { picture } : {}),
    count: BigInt(row.count),
    isSpam: row.isSpam ?? false,
  }
}
