import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, definePlugin } from '@latchkey/kernel/plugin'
import { Session, Wallets } from '@latchkey/kernel/wallet'
import { expect, it } from 'vitest'
import { type Eip1193Provider, Eip155Connections, Eip155Provider, eip155 } from './index.js'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const network = {
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}

/** A connector of another plugin, over a provider that only it has. */
const stranger = (provider: Eip1193Provider | undefined) =>
  definePlugin({
    id: 'test.stranger',
    kernel: '^1.0.0',
    requires: { connections: Eip155Connections },
    setup(context, { connections }) {
      const wallet = { name: 'Stranger', provider: () => provider, kind: 'smartAccount' }
      context.add(Connector, {
        id: 'test.stranger',
        name: 'Stranger',
        group: 'external',
        namespaces: ['eip155'],
        readiness: () => 'loadable',
        prepare: connections.prepare,
        connect: (request) => connections.connect(wallet, request),
        restore: (request) => connections.restore(wallet, request),
      })
    },
  })

async function start(provider: Eip1193Provider | undefined) {
  const chain = eip155({ networks: [network], discovery: false, injected: false })
  const kernel = createKernel([chain, stranger(provider)], { storage: memoryStorage(), logLevel: 'silent' })
  await kernel.start()
  return kernel
}

it('makes a connection of the provider of another plugin, of the kind that it says', async () => {
  const provider: Eip1193Provider = {
    request: async ({ method }) => (method === 'eth_chainId' ? '0x2105' : [address.toLowerCase()]),
  }
  const kernel = await start(provider)
  const record = await kernel.get(Session).connect({ connectorId: 'test.stranger' })
  expect(record.accounts).toEqual([
    { id: `eip155:8453:${address}`, namespace: 'eip155', address, kind: 'smartAccount' },
  ])
  const handedOut = kernel.get(Wallets).active('eip155')?.provider(Eip155Provider)
  expect(await handedOut?.request({ method: 'eth_chainId' })).toBe('0x2105')
  await kernel.dispose()
})

it('holds its answers to the rules of every wallet, and says when there is none', async () => {
  const liar = await start({ request: async () => ['0x1'] })
  await expect(liar.get(Session).connect({ connectorId: 'test.stranger' })).rejects.toMatchObject({
    code: 'WALLET_ANSWER_INVALID',
  })
  await liar.dispose()
  const nobody = await start(undefined)
  await expect(nobody.get(Session).connect({ connectorId: 'test.stranger' })).rejects.toMatchObject({
    code: 'WALLET_NOT_FOUND',
  })
  await nobody.dispose()
})
