// The two forms of providers, over HTTP: what is asked for, and what is done with the answer.
import { createKernel, memoryStorage, type Plugin } from '@latchkey/kernel'
import { definePlugin, Http, type ListReader, Namespace, type NetworkId } from '@latchkey/kernel/plugin'
import { fakeHttp, fakeNamespace } from '@latchkey/kernel/testing'
import { afterEach, expect, it } from 'vitest'
import { deliveryNetwork } from './cardChains.js'
import { hostedOnramp, linkOnramp, OnrampProvider, type OnrampRequest } from './index.js'

let dispose: (() => Promise<void>) | undefined
afterEach(() => dispose?.())

function listed(plugin: Plugin) {
  const http = fakeHttp()
  let list: ListReader | undefined
  const others = definePlugin({
    id: 'test',
    kernel: '^1.0.0',
    provides: [Http],
    setup(context) {
      list = (point) => context.list(point)
      context.provide(Http, () => http)
      context.add(Namespace, fakeNamespace('eip155'))
    },
  })
  const kernel = createKernel([others, plugin], { storage: memoryStorage(), logLevel: 'silent' })
  dispose = () => kernel.dispose()
  const [provider] = (list as ListReader)(OnrampProvider)
  if (!provider) throw new Error('No provider was listed.')
  return { provider, http }
}

const asset = { networkId: 'eip155:1', symbol: 'USDC', address: '0xaaaa' } as const
const request: OnrampRequest = {
  networkId: 'eip155:1',
  address: '0xbbbb',
  asset,
  currency: 'USD',
  amount: '100',
  method: 'card',
  country: 'DE',
  signal: new AbortController().signal,
}
const data = { url: 'https://data.example', projectId: 'p1' }
const hosted = (options = {}) =>
  hostedOnramp({
    id: 'a',
    name: 'A',
    origin: 'https://a.example',
    sessionUrl: 'https://host.example/buy',
    ...options,
  })

it('delivers on the networks of card payments, and on Ethereum instead of another EVM network', () => {
  const { provider } = listed(hosted())
  const at = (id: NetworkId) => deliveryNetwork(id, (one) => provider.supports(one))
  expect(
    ['eip155:8453', 'eip155:5000', 'solana:x', 'bip122:x', 'eip155:1'].map((id) => at(id as NetworkId)),
  ).toEqual(['eip155:8453', 'eip155:1', undefined, undefined, 'eip155:1'])
  expect(provider.feeLabel).toBe('1–2%')
})

it('delivers by a link on EVM networks and Solana', () => {
  const { provider } = listed(linkOnramp({ id: 'b', name: 'B', url: 'https://b.example/?publicKey=k1' }))
  expect(['eip155:5000', 'solana:x', 'bip122:x'].map((id) => provider.supports(id as NetworkId))).toEqual([
    true,
    true,
    false,
  ])
  expect([provider.feeLabel, provider.origins]).toEqual(['1–2%', ['https://b.example']])
})

it('has the host’s server make the page, and says which network by the provider’s name', async () => {
  const { provider, http } = listed(hosted({ networks: { 'eip155:1': 'ethereum' } }))
  const session = {
    id: 's1',
    url: 'https://a.example/buy',
    address: '0xbbbb',
    asset,
    currency: 'USD',
    amount: '100',
  }
  http.answer('POST', 'https://host.example/buy', session)
  const source = await provider.load()
  expect(await source.open({ ...request, quoteId: 'q1' })).toEqual(session)
  const { signal: _, ...said } = request
  expect(http.requests[0]?.body).toEqual({ ...said, network: 'ethereum', quoteId: 'q1' })
  expect(source.quote).toBeUndefined()
})

it('writes a link with everything in it, and no more of the page', async () => {
  const { provider } = listed(
    linkOnramp({
      id: 'b',
      name: 'B',
      url: 'https://b.example/?publicKey=k1',
      parameters: { asset: 'crypto' },
      assetCode: ({ symbol }) => `${symbol}_ETH`,
    }),
  )
  const { id, url, ...rest } = await (await provider.load()).open(request)
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    publicKey: 'k1',
    walletAddress: '0xbbbb',
    crypto: 'USDC_ETH',
    sourceCurrencyCode: 'USD',
    sourceAmount: '100',
    countryCode: 'DE',
    paymentMethodType: 'card',
    externalCustomerId: id,
  })
  expect(rest).toEqual({ address: '0xbbbb', asset, currency: 'USD', amount: '100' })
})

const options = {
  paymentCurrencies: [
    {
      id: 'USD',
      limits: [
        { id: 'CARD', min: '10', max: '7500' },
        { id: 'ACH_BANK_ACCOUNT', min: '10', max: '25000' },
        { id: 'CARRIER_PIGEON', min: '1', max: '2' },
      ],
    },
  ],
  purchaseCurrencies: [
    {
      id: 'USDC',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        { name: 'ethereum', displayName: 'Ethereum', contractAddress: '0xaaaa', chainId: '1' },
        { name: 'base', displayName: 'Base', contractAddress: '0xcccc', chainId: '8453' },
      ],
    },
    {
      id: 'ETH',
      name: 'Ether',
      symbol: 'ETH',
      networks: [{ name: 'ethereum', contractAddress: '', chainId: '1' }],
    },
  ],
}
const usd = (value: string) => ({ value, currency: 'USD' })
const quote = {
  paymentTotal: usd('100'),
  paymentSubTotal: usd('97.75'),
  purchaseAmount: { value: '97.7', currency: 'USDC' },
  coinbaseFee: usd('2'),
  networkFee: usd('0.25'),
  quoteId: 'q1',
}

it('reads options and quotes of the wallet-data contract', async () => {
  const { provider, http } = listed(hosted({ data, networks: { 'eip155:1': 'ethereum' } }))
  http.answer('GET', 'https://data.example/v1/onramp/buy/options', options)
  http.answer('GET', 'https://data.example/v1/onramp/buy/quotes', quote)
  const source = await provider.load()
  expect(await source.options?.(request)).toEqual({
    currencies: [
      {
        code: 'USD',
        limits: [
          { method: 'card', minimum: '10', maximum: '7500' },
          { method: 'bank', minimum: '10', maximum: '25000' },
        ],
      },
    ],
    assets: [
      { networkId: 'eip155:1', symbol: 'USDC', name: 'USD Coin', address: '0xaaaa' },
      { networkId: 'eip155:1', symbol: 'ETH', name: 'Ether' },
    ],
  })
  expect(await source.quote?.(request)).toMatchObject({
    id: 'q1',
    asset,
    currency: 'USD',
    total: '100',
    subtotal: '97.75',
    fees: [
      { kind: 'provider', amount: '2' },
      { kind: 'network', amount: '0.25' },
    ],
    receives: '97.7',
  })
  expect(http.requests.map(({ query }) => query)).toEqual([
    { country: 'DE', projectId: 'p1' },
    {
      purchaseCurrency: 'USDC',
      purchaseNetwork: 'ethereum',
      paymentAmount: '100',
      paymentCurrency: 'USD',
      paymentMethod: 'CARD',
      country: 'DE',
      projectId: 'p1',
    },
  ])
})

it.each([
  ['a fee in another currency', { ...quote, networkFee: { value: '0.25', currency: 'JPY' } }],
  ['another asset', { ...quote, purchaseAmount: { value: '97.7', currency: 'SCAM' } }],
  ['a negative fee', { ...quote, coinbaseFee: usd('-2') }],
  ['numbers', { ...quote, paymentTotal: { value: 100, currency: 'USD' } }],
])('takes no quote with %s', async (_, answer) => {
  const { provider, http } = listed(hosted({ data }))
  http.answer('GET', 'https://data.example/v1/onramp/buy/quotes', answer)
  const source = await provider.load()
  await expect(source.quote?.(request)).rejects.toMatchObject({ code: expect.stringMatching(/INVALID/) })
})

it('reads how a purchase stands', async () => {
  const { provider, http } = listed(hosted({ statusUrl: 'https://a.example/orders' }))
  http.answer('GET', 'https://a.example/orders/s%2F1', { state: 'delivered', transactionIds: ['0x1'] })
  const source = await provider.load()
  expect(await source.status?.({ id: 's/1', signal: request.signal })).toEqual({
    state: 'delivered',
    transactionIds: ['0x1'],
  })
})
