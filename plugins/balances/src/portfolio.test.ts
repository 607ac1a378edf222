import { createKernel } from '@latchkey/kernel'
import { Connector, definePlugin, Namespace, type NetworkId } from '@latchkey/kernel/plugin'
import { type Holding, Holdings, type HoldingsRequest, Prices } from '@latchkey/kernel/contracts'
import { Session } from '@latchkey/kernel/wallet'
import {
  fakeAccount,
  fakeClock,
  fakeNamespace,
  fakeNetwork,
  fakeStorage,
  fakeWallet,
} from '@latchkey/kernel/testing'
import { expect, it, vi } from 'vitest'
import { alice, answerOf, bob } from '../test/testWalletData.js'
import { ownTokens } from './ownTokens.js'
import { OwnTokens } from './OwnTokensService.js'
import { portfolio } from './portfolio.js'
import { Portfolio } from './PortfolioService.js'

const ids = Array.from({ length: 14 }, (_, index): NetworkId => `eip155:${index + 1}`)
const testnet: NetworkId = 'eip155:100'
const first = ids[0] as NetworkId

const coin = (networkId: NetworkId, value: bigint): Holding => ({
  networkId,
  name: 'Ether',
  amount: { value, decimals: 18, symbol: 'ETH' },
})

async function settle(): Promise<void> {
  for (let turn = 0; turn < 6; turn += 1) {
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve))
  }
}

type Answer = (request: HoldingsRequest) => Promise<readonly Holding[]>

async function app(answer: Answer, { addresses = [alice], storage = fakeStorage() } = {}) {
  const asked: string[] = []
  const clock = fakeClock()
  const wallet = fakeWallet({
    accounts: addresses.map((address) => fakeAccount(first, address)),
    networks: { eip155: first },
    answers: { connect: 'approve', disconnect: 'approve', switchNetwork: 'approve', restore: 'approve' },
  })
  const closed = { on: '2026-07-31', say: 'Move what you hold.' }
  const networks = [
    ...ids.map((id) => fakeNetwork(id)),
    fakeNetwork(testnet, { testnet: true }),
    fakeNetwork('eip155:101', { closed }),
  ]
  const chain = definePlugin({
    id: 'test.chain',
    kernel: '^1.0.0',
    provides: [Holdings, Prices],
    setup(context) {
      context.add(Namespace, fakeNamespace('eip155', [], { networks }))
      context.add(Connector, wallet.connector)
      context.provide(Holdings, () => ({
        async read(request) {
          asked.push(`${request.networkId}:${request.address}`)
          return answerOf(await answer(request))
        },
      }))
      context.provide(Prices, () => ({
        read: async ({ networkId }) => (networkId === 'eip155:2' ? undefined : '2.5'),
      }))
    },
  })
  const kernel = createKernel([chain, portfolio(), ownTokens()], {
    clock,
    storage,
    logLevel: 'silent',
    onPluginError: 'throw',
  })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const service = kernel.get(Portfolio)
  await settle()
  return { kernel, clock, asked, service, wallet, storage }
}

it('reads nothing before it is shown, then each account on each network once, with one exact total', async () => {
  const { service, asked, clock, kernel } = await app(
    async ({ networkId }) => [coin(networkId, 10n ** 18n + 1n)],
    {
      addresses: [alice, bob],
    },
  )
  expect(asked).toEqual([])
  service.watch()
  await settle()
  expect(asked.length).toBe(28)
  expect(new Set(asked).size).toBe(28)
  // 26 entries have a price of 2.5 for 1.000000000000000001.
  expect(service.state.total).toBe('65.000000000000000065')
  expect(service.state.unpriced).toBe(2)
  clock.advance(29_000)
  await settle()
  expect(asked.length).toBe(28)
  clock.advance(1_000)
  await settle()
  expect(asked.length).toBe(56)
  await kernel.dispose()
})

it('lets networks that hang or fail delay and lose no other', async () => {
  const hanging = new Set<string>(ids.slice(0, 12))
  const { service, asked, clock, kernel } = await app(async ({ networkId }) => {
    if (hanging.has(networkId)) return new Promise(() => {})
    if (networkId === ids[12]) throw new Error('Down.')
    return [coin(networkId, 10n ** 18n)]
  })
  service.watch()
  await settle()
  // Twelve at a time, all of which hang: their places are free after two seconds.
  expect(asked.length).toBe(12)
  clock.advance(2_000)
  await settle()
  expect(asked.length).toBe(14)
  const statusOf = (id: NetworkId | undefined) => service.state.entries[`${id}:${alice}`]?.status
  expect([statusOf(ids[0]), statusOf(ids[12]), statusOf(ids[13])]).toEqual(['loading', 'error', 'success'])
  expect(service.state.total).toBe('2.5')
  await kernel.dispose()
})

it('reads test networks when the person wants them, and counts nothing of them', async () => {
  const { service, asked, kernel, storage } = await app(async ({ networkId }) => [
    coin(networkId, 10n ** 18n),
  ])
  service.watch()
  await settle()
  const before = service.state.total
  expect(asked.some((one) => one.startsWith(`${testnet}:`))).toBe(false)
  service.setShowsTestnets(true)
  await settle()
  expect(service.state.entries[`${testnet}:${alice}`]?.status).toBe('success')
  expect(service.state.total).toBe(before)
  service.setShowsTestnets(false)
  await settle()
  expect(service.state.entries[`${testnet}:${alice}`]).toBeUndefined()
  service.setShowsTestnets(true)
  await kernel.dispose()
  const again = await app(async () => [], { storage })
  expect(again.service.state.showsTestnets).toBe(true)
  await again.kernel.dispose()
})

it('leaves hidden tokens out of the total, over a reload, until they are shown again', async () => {
  const { service, kernel, storage } = await app(async ({ networkId }) => [coin(networkId, 10n ** 18n)])
  service.watch()
  await settle()
  expect([service.state.total, service.state.unpriced]).toEqual(['32.5', 1])
  service.setTokenHidden(first, 'native', true)
  service.setTokenHidden('eip155:2', 'native', true)
  expect([service.state.total, service.state.unpriced]).toEqual(['30', 0])
  await kernel.dispose()
  const again = await app(async ({ networkId }) => [coin(networkId, 10n ** 18n)], { storage })
  again.service.watch()
  await settle()
  expect(again.service.state.total).toBe('30')
  again.service.setTokenHidden(first, 'native', false)
  expect(again.service.state.total).toBe('32.5')
  await again.kernel.dispose()
})

it('forgets what belonged to a wallet that left, and asks nothing when nobody looks', async () => {
  const { service, asked, clock, kernel } = await app(async ({ networkId }) => [coin(networkId, 1n)])
  const stop = service.watch()
  await settle()
  stop()
  const count = asked.length
  clock.advance(120_000)
  await settle()
  expect(asked.length).toBe(count)
  await kernel.get(Session).disconnect()
  await settle()
  expect([service.state.entries, service.state.total]).toEqual([{}, undefined])
  await kernel.dispose()
})

it('reads a network again when a token was hidden or shown there, young or under way, and not after a failure', async () => {
  let answer: Answer = async ({ networkId }) => [coin(networkId, 1n)]
  const { service, asked, kernel, clock } = await app((request) => answer(request))
  const own = kernel.get(OwnTokens)
  const holder = { networkId: first, address: alice }
  const hide = () => own.hide(holder, { address: '0xBA17', symbol: 'BAIT', decimals: 6 })
  const take = async () => {
    await settle()
    return asked.splice(0)
  }
  hide()
  expect(await take()).toEqual([])
  const stop = service.watch()
  expect(await take()).toHaveLength(14)
  hide()
  expect(await take()).toEqual([`${first}:${alice}`])
  // Not shown: with the next watch.
  stop()
  own.forget(holder, '0xBA17')
  expect(await take()).toEqual([])
  service.watch()
  expect(await take()).toEqual([`${first}:${alice}`])
  // Under way: what it answers may be from before.
  const late: (() => void)[] = []
  answer = ({ networkId }) => {
    const value = BigInt(late.length + 1)
    return new Promise((resolve) => late.push(() => resolve([coin(networkId, value)])))
  }
  hide()
  await settle()
  hide()
  expect(await take()).toHaveLength(2)
  late[1]?.()
  await settle()
  late[0]?.()
  await settle()
  expect(service.state.entries[`${first}:${alice}`]).toMatchObject({
    ...{ status: 'success', refreshing: false },
    holdings: [{ amount: { value: 2n } }],
  })
  answer = async () => {
    throw new Error('Down.')
  }
  hide()
  expect(await take()).toHaveLength(1)
  hide()
  expect(await take()).toEqual([])
  clock.advance(30_000)
  expect(await take()).toHaveLength(14)
  await kernel.dispose()
})
