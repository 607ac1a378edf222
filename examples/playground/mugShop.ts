import type { EvmShop, EvmStack } from '@latchkey/devstack/evm'
import type { FetchHandler } from '@latchkey/plugin-siwx/server'
import { type Address, isAddress } from 'viem'

/** What the page has to do for an order. */
export interface MugOrder {
  readonly id: string
  readonly calls: EvmShop['callsFor'] extends (order: bigint) => infer Calls ? Calls : never
}

/** What the chain says about an order. */
export interface MugReceipt {
  readonly isSold: boolean
  /** Whether the buyer holds as much of the coin as before: then another account paid the network fee. */
  readonly isFree: boolean
}

interface Kept {
  readonly buyer: Address
  readonly coins: bigint
}

/** A shop's server that sells one thing: it prepares the calls, and asks the node for their outcome. */
export function createMugShop(shop: EvmShop, chain: EvmStack): FetchHandler {
  const orders = new Map<bigint, Kept>()

  async function take(buyer: string | null): Promise<MugOrder> {
    if (buyer === null || !isAddress(buyer)) throw new Error('An order names its buyer.')
    const id = BigInt(orders.size + 1)
    orders.set(id, { buyer, coins: await chain.balanceOf(buyer) })
    return { id: String(id), calls: shop.callsFor(id) }
  }

  async function look(id: string | null): Promise<MugReceipt> {
    const order = orders.get(BigInt(id ?? 0))
    if (!id || !order) throw new Error('There is no such order.')
    return {
      isSold: await shop.isSold(BigInt(id), order.buyer),
      isFree: (await chain.balanceOf(order.buyer)) === order.coins,
    }
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const answer = pathname.endsWith('/order')
      ? await take(searchParams.get('buyer'))
      : await look(searchParams.get('id'))
    return Response.json(answer)
  }
}
