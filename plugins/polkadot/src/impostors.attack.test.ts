// Scripts that put wallets beside, or in front of, the one that the person used. An injected wallet is a key of the page:
// a key holds one wallet, and no other key is asked for it.
import { createKernel, type Kernel } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openStorage, settle } from '../../../kernel/test/attack.js'
import { polkadot, polkadotAssetHub } from './index.js'

let page: EventTarget & { injectedWeb3?: Record<string, unknown> }
const stops: (() => unknown)[] = []
function openPage(): void {
  page = new EventTarget()
  vi.stubGlobal('window', page)
}
beforeEach(openPage)
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.unstubAllGlobals()
})

const own = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'
const theirs = '14E5nqKAp3oAJcmzgZhUD2RcptBeUBScxKHgJKU4HPNcKVf3'
function makeWallet(address: string) {
  const asked: string[] = []
  const accounts = [{ address, name: 'One', type: 'sr25519' }]
  const injected = {
    accounts: { get: async () => accounts, subscribe: () => () => {} },
    signer: { signRaw: async () => ({}), signPayload: async () => ({}) },
  }
  const enable = async (app: string) => {
    asked.push(app)
    return injected
  }
  return { entry: { version: '1', enable }, asked }
}

async function start(storage: ReturnType<typeof openStorage>): Promise<Kernel> {
  const kernel = createKernel([polkadot({ networks: [polkadotAssetHub] })], { storage, logLevel: 'silent' })
  stops.push(() => kernel.dispose())
  await kernel.start()
  await settle()
  return kernel
}
const addresses = (kernel: Kernel) =>
  kernel.get(Session).state.connections.flatMap(({ accounts }) => accounts.map(({ address }) => address))

async function used(key: string) {
  const storage = openStorage()
  page.injectedWeb3 = { [key]: makeWallet(own).entry }
  const kernel = await start(storage)
  await kernel.get(Session).connect({ connectorId: `polkadot.injected.${key}` })
  await kernel.dispose()
  openPage()
  return storage
}

const keys = [
  'SubWallet-js',
  'subwallet_js',
  'subwallet-js ',
  'subwallet-js\u200b',
  'subwallet‐js',
  'subwallet-js~1',
]
it.each(keys)('a fake under the key %j is not asked for the wallet', async (key) => {
  const storage = await used('subwallet-js')
  const fake = makeWallet(theirs)
  page.injectedWeb3 = { [key]: fake.entry }
  const kernel = await start(storage)
  expect([fake.asked, addresses(kernel)]).toEqual([[], []])
})

it.each([60, 2_000])('%i fakes before it hide no wallet that the person used', async (count) => {
  const storage = await used('subwallet-js')
  const fakes = Array.from({ length: count }, () => makeWallet(theirs))
  const real = makeWallet(own)
  const entries = fakes.map(({ entry }, index) => [`fake${index}`, entry])
  page.injectedWeb3 = Object.fromEntries([...entries, ['subwallet-js', real.entry]])
  const kernel = await start(storage)
  expect(addresses(kernel)).toEqual([own])
  expect(fakes.flatMap(({ asked }) => asked)).toEqual([])
  expect(kernel.list(Connector).length).toBeLessThan(600)
})

it('100 fakes hide no wallet that the person did not use', async () => {
  const fakes = Array.from({ length: 100 }, (_, index) => [`fake${index}`, makeWallet(theirs).entry])
  page.injectedWeb3 = Object.fromEntries([...fakes, ['subwallet-js', makeWallet(own).entry]])
  const kernel = await start(openStorage())
  expect(kernel.list(Connector).map(({ id }) => id)).toContain('polkadot.injected.subwallet-js')
})
