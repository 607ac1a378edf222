import * as z from 'zod/mini'
import { AddressParam, parseParams } from '../params.js'
import type { MethodTable } from '../walletContext.js'

const Params = z.object({
  type: z.enum(['ERC20', 'ERC721', 'ERC1155', 'ERC1046']),
  options: z.looseObject({
    address: AddressParam,
    symbol: z.optional(z.string().check(z.minLength(1), z.maxLength(11))),
    decimals: z.optional(z.int().check(z.gte(0), z.lte(36))),
    image: z.optional(z.string()),
    tokenId: z.optional(z.string()),
  }),
})

/** EIP-747. `control.watchedAssets` lists what was taken. */
export const assetMethods: MethodTable = {
  async wallet_watchAsset({ approvals, watchedAssets }, params) {
    const method = 'wallet_watchAsset'
    const asset = parseParams(method, Params, Array.isArray(params) ? params[0] : params)
    await approvals.ask({
      method,
      title: 'add this token to your list',
      details: [
        { label: 'Token', value: asset.options.symbol ?? asset.type },
        { label: 'Address', value: asset.options.address },
      ],
    })
    watchedAssets.push(asset)
    return true
  },
}
