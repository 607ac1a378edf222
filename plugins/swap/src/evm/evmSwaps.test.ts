import { createKernel, memoryStorage } from '@latchkey/kernel'
import { definePlugin, type ListReader, type NetworkId } from '@latchkey/kernel/plugin'
import { eip155 } from '@latchkey/plugin-eip155'
import { mainnet } from '@latchkey/plugin-eip155/networks'
import { expect, it } from 'vitest'
import { SwapSource } from '../SwapSource.js'
import { evmSwaps } from './index.js'
import { serviceSwaps } from './serviceSwaps.js'

/** Those of the specification. */
const networks = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554].map(
  (id): NetworkId => `eip155:${id}`,
)
const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const kaia = {
  wrapped: { address: router, symbol: 'WKAIA', decimals: 18 },
  v2: [{ name: 'v2', router }],
} as const

it.each([
  ['pools, with the routers of the host on Kaia', evmSwaps({ venues: { 'eip155:8217': kaia } })],
  [
    'a service, with the router of the host',
    serviceSwaps({
      url: 'https://data.example',
      routers: Object.fromEntries(networks.map((id) => [id, router])),
    }),
  ],
])('has offers on the twelve networks of the specification by %s, and nowhere else', (_, source) => {
  let list: ListReader | undefined
  const spy = definePlugin({
    id: 'spy',
    kernel: '^1.0.0',
    setup(context) {
      list = (point) => context.list(point)
    },
  })
  createKernel([eip155({ networks: [mainnet] }), source, spy], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  const [found] = list?.(SwapSource) ?? []
  const supported = [...networks, 'eip155:5', 'solana:1'].filter((id) => found?.supports(id as NetworkId))
  expect(supported).toEqual(networks)
})
