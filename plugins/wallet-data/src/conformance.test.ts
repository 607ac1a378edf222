// The suite that every provider passes, run against the chain itself and against the reference service, on real nodes.
import { type EvmStack, startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData, type WalletData } from '@latchkey/service-wallet-data'
import type { NetworkId } from '@latchkey/kernel/plugin'
import { eip155 } from '@latchkey/plugin-eip155'
import { createEvmTestWallet } from '@latchkey/testkit/evm'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { deployCollections, embeddedLink } from '../../eip155/test/collectibles.js'
import { type CountingProxy, startCountingProxy } from '../test/countingProxy.js'
import { harnessOf } from '../test/harness.js'
import { type WalletDataFacts, walletDataSuite } from './testing/index.js'

describe('EVM', () => {
  let stack: EvmStack
  let service: WalletData
  let node: CountingProxy
  let data: CountingProxy
  let transaction: string
  let badges: string
  const networkId: NetworkId = 'eip155:31337'

  beforeAll(async () => {
    stack = await startEvm()
    node = await startCountingProxy(stack.url)
    service = await startWalletData({ ...localMarket, nodes: [{ namespace: 'eip155', url: stack.url }] })
    data = await startCountingProxy(service.url)
    const [alice, bob] = stack.accounts
    const { provider } = createEvmTestWallet({
      chains: [{ chainId: stack.chainId, rpcUrl: stack.url }],
      accounts: [alice!.privateKey],
      permitted: true,
    })
    const transfer = { from: alice!.address, to: bob!.address, value: '0xde0b6b3a7640001' }
    transaction = (await provider.request({ method: 'eth_sendTransaction', params: [transfer] })) as string
    await stack.mine()
    const picture = 'data:image/png;base64,iVBORw0KGgo='
    const collections = await deployCollections(stack, embeddedLink({ name: 'Badge', image: picture }))
    badges = collections.badges
    await collections.mint(alice!.address, 7n, embeddedLink({ name: 'Seven', image: picture }))
    await collections.mintBadges(alice!.address, [3n], [2n ** 128n])
    await service.sync()
  }, 120_000)
  afterAll(async () => {
    await Promise.all([node?.stop(), data?.stop()])
    await service?.stop()
    await stack?.stop()
  })

  async function facts(): Promise<WalletDataFacts> {
    const { address } = stack.accounts[0]!
    return {
      networkId,
      address,
      spelling: address.toLowerCase(),
      coin: await stack.balanceOf(address),
      tokens: await Promise.all(
        Object.values(stack.tokens).map(async (token) => ({
          address: token.address,
          decimals: token.decimals,
          value: await stack.tokenBalanceOf(token.address, address),
        })),
      ),
      source: 'chain',
      transaction,
      name: stack.names.alice.name,
      nameless: stack.accounts[5]!.address,
      collectible: { address: badges, id: '3', count: 2n ** 128n },
    }
  }
  const chain = () => eip155({ networks: [stack.chain], rpcUrls: { [stack.chainId]: node.url } })

  describe('from the chain', () => {
    walletDataSuite({
      test,
      create: async () =>
        harnessOf(chain(), { tokens: { [networkId]: Object.values(stack.tokens) } }, await facts(), [node]),
    })
  })

  describe('from the service', () => {
    walletDataSuite({
      test,
      create: async () =>
        harnessOf(
          chain(),
          { url: data.url, projectId: 'conformance' },
          { ...(await facts()), source: 'service', price: '4000' },
          [node, data],
        ),
    })
  })
})
