import { subscribe } from 'valtio/vanilla'
import { expect, it } from 'vitest'
import { createKernel, memoryStorage } from '../../index.js'
import { Connector, definePlugin, Namespace, type Account } from '../../plugin.js'
import { Session } from '../../wallet.js'

const account: Account = { id: 'test:1:abc', namespace: 'test', address: 'abc', kind: 'eoa' }

it('never shows a half-made list to whoever follows the session synchronously', async () => {
  const kernel = createKernel(
    [
      definePlugin({
        id: 'test.chain',
        kernel: '^1.0.0',
        setup(context) {
          context.add(Namespace, {
            id: 'test',
            label: 'Test',
            networks: [
              {
                id: 'test:1',
                namespace: 'test',
                name: 'One',
                nativeCurrency: { name: 'Coin', symbol: 'C', decimals: 0 },
                rpcUrls: ['https://rpc.example'],
              },
            ],
            isAddress: () => true,
            isSameAddress: (left, right) => left === right,
            capabilities: [],
          })
          for (const id of ['test.chain.first', 'test.chain.second']) {
            context.add(Connector, {
              id,
              name: id,
              group: 'injected',
              namespaces: ['test'],
              readiness: () => 'installed',
              connect: async () => ({
                accounts: [account],
                networks: {},
                provider: () => undefined,
                disconnect: async () => {},
              }),
            })
          }
        },
      }),
    ],
    { storage: memoryStorage() },
  )
  const session = kernel.get(Session)
  const holes: number[] = []
  subscribe(
    session.state,
    () => holes.push(session.state.connections.filter((entry) => entry?.id === undefined).length),
    true,
  )
  await session.connect({ connectorId: 'test.chain.first' })
  await session.connect({ connectorId: 'test.chain.second' })
  await session.connect({ connectorId: 'test.chain.first' })
  await session.disconnect({ connectionId: 'test.chain.first' })
  await session.disconnect()
  expect(holes.length).toBeGreaterThan(0)
  expect(holes.filter((count) => count > 0)).toEqual([])
})
