import * as z from 'zod/mini'
import { readQuery } from '../http/parameters.js'
import { invalid } from '../http/serviceError.js'
import { type CollectibleHolding, readCollectibles } from '../store/readHoldings.js'
import { findAccount } from './account.js'
import { checkProject } from './projects.js'
import { jsonText, type Route } from './route.js'

/** Items on one page. */
const pageLength = 50

const query = z.object({
  projectId: z.optional(z.string()),
  chainId: z.optional(z.string()),
  cursor: z.optional(z.string().check(z.maxLength(512))),
})

/** The collectibles of an account. Not part of the reference product's contract: our own extension. */
export const collectibles: Route = {
  name: 'collectibles',
  method: 'get',
  path: '/v1/account/:address/collectibles',
  async handle(context, service) {
    const { projectId, chainId, cursor } = readQuery(context, query)
    const project = checkProject(service, projectId)
    const { address, chains } = findAccount(service, context.req.param('address') ?? '', chainId)
    const networkIds = chains.map(({ networkId }) => networkId)
    await service.quota.charge(project, networkIds)
    const after = cursor ? decode(cursor) : undefined
    const limit = pageLength + 1
    const rows = await readCollectibles(service.recent.readsOf(address), {
      address,
      networkIds,
      after,
      limit,
    })
    const page = rows.slice(0, pageLength)
    const data = page.map((item) => {
      const chain = chains.find(({ networkId }) => networkId === item.networkId)
      return {
        chainId: item.networkId,
        address: `${item.networkId}:${chain?.formatAddress(item.address) ?? item.address}`,
        tokenId: item.tokenId,
        name: item.name || `${item.collection} #${item.tokenId}`,
        collection: item.collection,
        ...(item.picture === undefined ? {} : { pictureUrl: item.picture }),
        count: item.amount.toString(),
        isSpam: service.settings.spam.has(`${item.networkId}:${item.address}`),
      }
    })
    const last = page.at(-1)
    return jsonText(
      JSON.stringify({ data, ...(rows.length > pageLength && last ? { next: encode(last) } : {}) }),
    )
  },
}

const place = z.tuple([
  z.string().check(z.maxLength(64), z.regex(/^[\x20-\x7e]*$/)),
  z.string().check(z.maxLength(128), z.regex(/^[\x20-\x7e]*$/)),
  z.string().check(z.maxLength(128), z.regex(/^[\x20-\x7e]*$/)),
])

const encode = ({ networkId, address, tokenId }: CollectibleHolding) =>
  Buffer.from(JSON.stringify([networkId, address, tokenId])).toString('base64url')

function decode(text: string) {
  try {
    const [networkId, address, tokenId] = place.parse(
      JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
    )
    return { networkId, address, tokenId }
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause
    throw invalid('cursor', 'Expected the "next" of an answer of this service.')
  }
}
