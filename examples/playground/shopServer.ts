import { type Bill, createPaymentVerifier, evmPayments, memoryPayments } from '@latchkey/plugin-pay/server'
import type { FetchHandler } from '@latchkey/plugin-siwx/server'
import type { LocalStack } from './src/localStack.js'

/** A shop's server over the first local chain: it makes bills, keeps them, and asks the node whether they were paid. */
export function createShopServer({ evm }: LocalStack): FetchHandler {
  const [first] = evm.chains
  if (!first) throw new Error('The shop needs a local EVM chain.')
  const networkId = `eip155:${first.chain.id}`
  const dollar = first.tokens.find(({ symbol }) => symbol === 'LUSD')
  const bills = new Map<string, Bill>()
  const verifier = createPaymentVerifier({
    chains: [evmPayments({ networkId, url: first.url, confirmations: 1, traces: true })],
    store: memoryPayments(),
  })

  function makeBill(what: string | null): Bill {
    const isDollar = what === 'beans' && dollar !== undefined
    const bill: Bill = {
      id: `order-${crypto.randomUUID().slice(0, 8)}`,
      asset: isDollar ? `${networkId}/erc20:${dollar.address}` : networkId,
      amount: isDollar ? '7.50' : '0.01',
      decimals: isDollar ? dollar.decimals : 18,
      symbol: isDollar ? dollar.symbol : 'ETH',
      receiver: evm.shopOwner,
      title: isDollar ? 'A bag of beans' : 'A coffee',
      createdAt: Date.now(),
    }
    bills.set(bill.id, bill)
    return bill
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname.endsWith('/bill')) return Response.json(makeBill(searchParams.get('what')))
    // What the page sends names a bill; what has to be paid is what the server kept.
    const bill = bills.get(searchParams.get('id') ?? '')
    return Response.json(await verifier.verify(bill, searchParams.get('transaction')))
  }
}
