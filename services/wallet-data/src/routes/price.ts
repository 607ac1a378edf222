import * as z from 'zod/mini'
import { readJson } from '../http/parameters.js'
import { invalid } from '../http/serviceError.js'
import { currencies } from '../prices/priceTable.js'
import type { Service } from '../service.js'
import { readAssets } from '../store/readHoldings.js'
import { findChain } from './account.js'
import { isNativePlaceholder } from './nativePlaceholder.js'
import { checkProject } from './projects.js'
import { jsonText, type Route } from './route.js'

const addressesAtOnce = 100

const body = z.object({
  projectId: z.optional(z.string()),
  currency: z.enum(currencies),
  addresses: z.array(z.string().check(z.maxLength(200))).check(z.minLength(1), z.maxLength(addressesAtOnce)),
})

/** Prices of assets. Every address is answered that has a declared price; the others are left out. */
export const price: Route = {
  name: 'price',
  method: 'post',
  path: '/v1/fungible/price',
  async handle(context, service) {
    const { projectId, currency, addresses } = await readJson(context, body)
    const project = checkProject(service, projectId ?? context.req.query('projectId'))
    const assets = addresses.map((address) => ({ given: address, ...findAsset(service, address) }))
    await service.quota.charge(
      project,
      assets.map(({ chain }) => chain.networkId),
    )
    const fungibles = []
    for (const { given, chain, asset } of assets) {
      const { networkId } = chain
      const amount = service.prices.priceOf(networkId, asset, currency)
      if (amount === undefined) continue
      const declared = service.prices.declared(networkId, asset)
      const [facts] =
        asset === '' ? [chain.native] : await readAssets(service.database.reads, networkId, [asset])
      fungibles.push({
        address: given,
        name: declared?.name ?? facts?.name ?? '',
        symbol: declared?.symbol ?? facts?.symbol ?? '',
        iconUrl: declared?.iconUrl ?? '',
        price: Number(amount),
        decimals: String(facts?.decimals ?? 0),
      })
    }
    return jsonText(JSON.stringify({ fungibles }))
  },
}

/** A CAIP-10 address, or a CAIP-2 id for the native coin of a network. */
function findAsset(service: Service, text: string) {
  const parts = text.split(':')
  if (parts.length !== 2 && parts.length !== 3) {
    throw invalid('addresses', `"${text}" is no CAIP-10 address such as eip155:1:0x….`)
  }
  const chain = findChain(service, parts.slice(0, 2).join(':'))
  const own = parts[2]
  if (own === undefined || isNativePlaceholder(own)) return { chain, asset: '' }
  const asset = chain.canonicalAddress(own)
  if (asset === undefined) throw invalid('addresses', `"${own}" is no address of ${chain.networkId}.`)
  return { chain, asset: asset === chain.coinToken ? '' : asset }
}
