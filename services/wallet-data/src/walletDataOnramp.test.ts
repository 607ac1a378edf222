// The routes for buying: what the provider says is passed on as far as the contract has it, and nothing is made up.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { evmListings, type OnrampProviderStack, startOnramp } from '@latchkey/devstack/onramp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWalletData, type WalletData } from './index.js'

let stack: EvmStack
let shop: OnrampProviderStack
let liar: Server
let said = ''
const running: WalletData[] = []
beforeAll(async () => {
  stack = await startEvm()
  shop = await startOnramp({ listings: evmListings(stack) })
  liar = createServer((_request, response) => response.end(said))
  await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve))
}, 120_000)
afterAll(async () => {
  for (const service of running) await service.stop()
  liar?.close()
  await shop?.stop()
  await stack?.stop()
})

async function start(onrampUrl?: string) {
  const service = await startWalletData({
    nodes: [{ namespace: 'eip155', url: stack.url }],
    projects: ['shop'],
    report: () => {},
    ...(onrampUrl === undefined ? {} : { onrampUrl }),
  })
  running.push(service)
  return { raw: (path: string) => fetch(service.url + path) }
}

const query = {
  projectId: 'shop',
  purchaseCurrency: 'ETH',
  purchaseNetwork: 'eip155:31337',
  paymentAmount: '100',
  paymentCurrency: 'USD',
  paymentMethod: 'CARD',
  country: 'DE',
}
const quotes = (values: Record<string, string> = {}) =>
  `/v1/onramp/buy/quotes?${new URLSearchParams({ ...query, ...values })}`
const options = '/v1/onramp/buy/options?projectId=shop&country=DE'

it('answers what is sold, and a quote whose parts make its total', async () => {
  const { raw } = await start(shop.url)
  const sold = (await (await raw(options)).json()) as { purchaseCurrencies: { symbol: string }[] }
  expect(sold.purchaseCurrencies.map(({ symbol }) => symbol)).toContain('ETH')
  expect(await (await raw(quotes())).json()).toMatchObject({
    paymentTotal: { value: '100.00', currency: 'USD' },
    paymentSubTotal: { value: '97.75', currency: 'USD' },
    purchaseAmount: { value: '0.032583333333333333', currency: 'ETH' },
  })
})

it('refuses other projects, what is not in the contract, and what nobody sells', async () => {
  const { raw } = await start(shop.url)
  const statuses = await Promise.all(
    [
      quotes({ projectId: 'other' }),
      quotes({ country: 'Germany' }),
      quotes({ paymentAmount: '-100' }),
      quotes({ paymentAmount: '9.99' }),
      quotes({ purchaseCurrency: 'NONE' }),
    ].map(async (path) => (await raw(path)).status),
  )
  expect(statuses).toEqual([401, 400, 400, 400, 400])
})

it('sells nothing without a provider', async () => {
  const { raw } = await start()
  expect([(await raw(options)).status, (await raw(quotes())).status]).toEqual([400, 400])
})

it.each([
  ['nothing', ''],
  ['a page', '<html>'],
  ['an empty object', '{}'],
  ['a negative sum', '{"paymentTotal":{"value":"-1","currency":"USD"}}'],
  ['a text without end', 'x'.repeat(1_100_000)],
])('passes on no answer that is %s', async (_, answer) => {
  said = answer
  const { port } = liar.address() as AddressInfo
  const { raw } = await start(`http://127.0.0.1:${port}`)
  expect([(await raw(quotes())).status, (await raw(options)).status]).toEqual([503, 503])
})
