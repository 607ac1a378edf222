import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Networks } from '@latchkey/kernel/wallet'
import { createConfig, custom, fallback, http, webSocket } from '@wagmi/core'
import { base, mainnet, optimism, sepolia } from 'viem/chains'
import { expect, it } from 'vitest'
import { eip155 } from '../eip155.js'
import { latchkeyConnector } from './latchkeyConnector.js'
import { wagmiNetworks } from './wagmiNetworks.js'

const chains = [base, mainnet, optimism, sepolia] as const
const transports = {
  [base.id]: http('https://base.example/key'),
  [mainnet.id]: fallback([
    http('https://one.example'),
    webSocket('wss://two.example'),
    http('https://three.example'),
  ]),
  [optimism.id]: http(),
  [sepolia.id]: custom({ request: async () => null }),
}

it('takes chains and endpoints from what wagmi is given, in its order', () => {
  const { networks, rpcUrls } = wagmiNetworks({ chains, transports })
  expect(networks.map(({ id }) => id)).toEqual([8453, 1, 10, 11155111])
  expect(rpcUrls).toEqual({
    1: ['https://one.example', 'https://three.example'],
    10: [optimism.rpcUrls.default.http[0]],
    8453: ['https://base.example/key'],
  })
})

it('writes an app’s networks once, for both', async () => {
  const kernel = createKernel([eip155(wagmiNetworks({ chains, transports }))], {
    storage: memoryStorage(),
    logLevel: 'silent',
    onPluginError: 'throw',
  })
  const config = createConfig({ chains, transports, connectors: [latchkeyConnector(kernel)], storage: null })
  const networks = kernel.get(Networks).list('eip155')
  expect(networks.map(({ id }) => id)).toEqual(config.chains.map(({ id }) => `eip155:${id}`))
  expect(networks.map(({ rpcUrls }) => rpcUrls[0])).toEqual([
    'https://base.example/key',
    'https://one.example',
    optimism.rpcUrls.default.http[0],
    sepolia.rpcUrls.default.http[0],
  ])
  await kernel.dispose()
})
