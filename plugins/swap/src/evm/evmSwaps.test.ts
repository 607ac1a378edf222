import { createKernel, memoryStorage } from '@latchkey/kernel'
import { definePlugin, type ListReader, type NetworkId, type Plugin } from '@latchkey/kernel/plugin'
import { eip155 } from '@latchkey/plugin-eip155'
import { mainnet } from '@latchkey/plugin-eip155/networks'
import { expect, it } from 'vitest'
import { SwapSource } from '../SwapSource.js'
import { evmSwaps } from './index.js'
import { venueData } from './lazy/venueData.js'
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

/** Gives a kernel the plugin, and returns the source of swaps that it adds. */
function sourceOf(plugin: Plugin) {
  let list: ListReader | undefined
  const spy = definePlugin({
    id: 'spy',
    kernel: '^1.0.0',
    setup(context) {
      list = (point) => context.list(point)
    },
  })
  createKernel([eip155({ networks: [mainnet] }), plugin, spy], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  return list?.(SwapSource)[0]
}

it.each([
  [
    'pools, with the routers of the host on Kaia, and on Fantom, which ends',
    evmSwaps({ venues: { 'eip155:8217': kaia, 'eip155:250': kaia } }),
  ],
  [
    'a service, with the router of the host',
    serviceSwaps({
      url: 'https://data.example',
      routers: Object.fromEntries(networks.map((id) => [id, router])),
    }),
  ],
])('has offers on the twelve networks of the specification by %s, and nowhere else', (_, source) => {
  const found = sourceOf(source)
  const supported = [...networks, 'eip155:5', 'solana:1'].filter((id) => found?.supports(id as NetworkId))
  expect(supported).toEqual(networks)
})

it('offers nothing on a network whose venues end, of its own data or by the host', () => {
  const ended = { ...kaia, closed: { on: '2026-12-31', say: 'Move what you hold.' } }
  const found = sourceOf(evmSwaps({ venues: { 'eip155:10': ended } }))
  expect((['eip155:1', 'eip155:10', 'eip155:250'] as const).filter((id) => found?.supports(id))).toEqual([
    'eip155:1',
  ])
})

it('has what stands on each network of the specification in its data, but for Kaia', () => {
  const open = networks.filter((id) => venueData[id] && !venueData[id].closed)
  expect(networks.filter((id) => !open.includes(id))).toEqual(['eip155:250', 'eip155:8217'])
  expect(venueData['eip155:250']?.closed?.on).toBe('2026-12-31')
})
