// Buying on chains that each report arrivals in their own way, with real nodes, a local provider, and each chain's plugin.
import {
  bitcoinListings,
  polkadotListings,
  type OnrampProviderStack,
  startOnramp,
} from '@latchkey/devstack/onramp'
import { startBitcoin } from '@latchkey/devstack/bitcoin'
import { startPolkadot } from '@latchkey/devstack/polkadot'
import { createKernel, memoryStorage, type PluginInput } from '@latchkey/kernel'
import { Connector, definePlugin, type NetworkId } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { fakeAccount, fakeWallet } from '@latchkey/kernel/testing'
import { bip122, bitcoinRegtest } from '@latchkey/plugin-bip122'
import { definePolkadotNetwork, polkadot } from '@latchkey/plugin-polkadot'
import { afterEach, expect, it, vi } from 'vitest'
import { hostedOnramp, Onramp, onramp } from './index.js'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
  vi.unstubAllGlobals()
}, 60_000)

async function startBitcoinShop() {
  const chain = await startBitcoin()
  stops.push(() => chain.stop())
  return {
    networkId: bitcoinRegtest.id,
    address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
    listings: bitcoinListings(chain),
    plugin: bip122({ networks: [bitcoinRegtest], esploraUrls: { [bitcoinRegtest.id]: [chain.url] } }),
    // 100 dollars, 2 % and 25 cents less, at 60,000 for one.
    expected: { symbol: 'BTC', received: '0.00162916' },
  }
}

async function startPolkadotShop() {
  const chain = await startPolkadot()
  stops.push(() => chain.stop())
  const { genesisHash, ss58Prefix, symbol, decimals, url } = chain
  const network = definePolkadotNetwork({
    ...{ genesisHash, ss58Prefix, name: 'Local', rpcUrls: [url] },
    nativeCurrency: { name: symbol, symbol, decimals },
  })
  return {
    networkId: network.id,
    address: chain.accounts[2]?.address as string,
    listings: polkadotListings(chain),
    plugin: polkadot({ networks: [network] }),
    expected: { symbol, received: '24.4375' },
  }
}

async function openShop(
  networkId: NetworkId,
  address: string,
  plugin: PluginInput,
  shop: OnrampProviderStack,
) {
  const wallet = definePlugin({
    id: 'test.wallet',
    kernel: '^1.0.0',
    setup(context) {
      const networks = { [networkId.split(':')[0] as string]: networkId }
      const answers = { connect: 'approve' } as const
      const { connector } = fakeWallet({ accounts: [fakeAccount(networkId, address)], networks, answers })
      context.add(Connector, connector)
    },
  })
  const provider = hostedOnramp({
    ...{ id: 'local', name: 'Local', origin: shop.url, sessionUrl: shop.sessionUrl, data: { url: shop.url } },
    ...{ statusUrl: `${shop.url}/orders`, networks: { [networkId]: networkId } },
  })
  const kernel = createKernel([plugin, wallet, onramp({ country: 'DE' }), provider], {
    storage: memoryStorage(),
    logLevel: 'silent',
  })
  stops.push(() => kernel.dispose())
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const { state, load } = kernel.get(Onramp)
  return { state, controller: await load() }
}

/** Presses the button of the provider's page, as its form does. */
async function pay(url: string): Promise<number> {
  const page = new URL(url)
  page.searchParams.set('action', 'pay')
  return (await fetch(`${page.origin}/buy`, { method: 'POST', body: page.searchParams.toString() })).status
}

it.each([
  ['Bitcoin', startBitcoinShop],
  ['Polkadot', startPolkadotShop],
] as const)(
  'on %s, nothing arrives when the provider says paid, and what was bought does when the chain has it',
  async (_, start) => {
    vi.stubGlobal('window', { open: () => null })
    const { networkId, address, listings, plugin, expected } = await start()
    const shop = await startOnramp({ listings })
    stops.push(() => shop.stop())
    const { state, controller } = await openShop(networkId, address, plugin, shop)
    controller.apply({ amount: '100' })
    await expect.poll(() => state.offers[0]?.status, { timeout: 10_000 }).toBe('quoted')
    expect(state.asset).toMatchObject({ networkId, symbol: expected.symbol })
    shop.setOutcome('late')
    controller.buy()
    await expect.poll(() => state.purchases[0]?.status, { timeout: 20_000 }).toBe('open')
    const { id, url } = state.purchases[0] as { id: string; url: string }
    expect(await pay(url)).toBe(200)
    controller.lookFor(id)
    await expect.poll(() => state.purchases[0]?.isPaid, { timeout: 20_000 }).toBe(true)
    expect(state.purchases[0]).toMatchObject({ status: 'open' })
    await shop.release()
    await expect
      .poll(() => state.purchases[0], { timeout: 30_000 })
      .toMatchObject({ status: 'delivered', received: expected.received })
  },
  120_000,
)
