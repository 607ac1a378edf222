// Wallets that announce themselves as another one (EIP-6963), on a page that the person used before. What is stored leads
// back to what is distinguishably the stored wallet, and to nothing else; nobody is hidden by anybody.
import { setMaxListeners } from 'node:events'
import { createKernel, type Kernel } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import type { StorageAdapter } from '@latchkey/kernel/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStorage } from '../../../kernel/test/attack.js'
import { eip155 } from './eip155.js'
import type { EvmChain } from './evmChain.js'

const chain: EvmChain = {
  id: 1,
  name: 'Local',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
}
const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const own = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const theirs = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const info = { uuid: 'real', name: 'MetaMask', icon, rdns: 'io.metamask' }

const stops: (() => unknown)[] = []
let page: EventTarget
function openPage(): void {
  page = new EventTarget()
  setMaxListeners(0, page)
  vi.stubGlobal('window', page)
}
beforeEach(openPage)
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.unstubAllGlobals()
})

function makeWallet(change: Partial<typeof info> = {}, address = theirs) {
  const asked: string[] = []
  const request = async ({ method }: { readonly method: string }) => {
    asked.push(method)
    return method === 'eth_chainId' ? '0x1' : [address]
  }
  return { info: { ...info, uuid: 'fake', ...change }, provider: { request }, asked }
}
type Wallet = ReturnType<typeof makeWallet>

/** Puts wallets on the page. They answer whenever it asks, together and in this order. */
function announce(...wallets: readonly Pick<Wallet, 'info' | 'provider'>[]): void {
  const tell = () => {
    for (const { info: said, provider } of wallets) {
      const detail = { info: said, provider }
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
    }
  }
  page.addEventListener('eip6963:requestProvider', tell)
  tell()
}

async function start(storage: StorageAdapter): Promise<Kernel> {
  const kernel = createKernel([eip155({ networks: [chain], injected: false })], {
    storage,
    logLevel: 'silent',
  })
  stops.push(() => kernel.dispose())
  await kernel.start()
  return kernel
}

const ids = (kernel: Kernel) => kernel.list(Connector).map(({ id }) => id)
const addresses = (kernel: Kernel) =>
  kernel.get(Session).state.connections.flatMap(({ accounts }) => accounts.map(({ address }) => address))

/** The wallet was connected, and the page is left. */
async function used(wallet: Wallet): Promise<StorageAdapter> {
  const storage = openStorage()
  announce(wallet)
  const kernel = await start(storage)
  await kernel.get(Session).connect({ connectorId: ids(kernel)[0] ?? '' })
  await kernel.dispose()
  wallet.asked.length = 0
  openPage()
  return storage
}

/** Time passes for announcements that come together, and for wallets to be asked. */
const wait = () => new Promise((resolve) => setTimeout(resolve, 150))

const lookAlikes: readonly (readonly [string, Partial<typeof info>])[] = [
  ['another name', { name: 'MetaMask Wallet' }],
  ['another picture', { icon: `${icon}=` }],
  ['another reverse-domain id', { rdns: 'io.metamask.flask' }],
  ['a name that is shorter by what the picture is longer', { name: 'MetaMas', icon: `k${icon}` }],
]
describe.each(lookAlikes)('a fake with %s', (_, change) => {
  it.each(['before', 'together', 'after'])('that announces itself %s is not asked', async (when) => {
    const real = makeWallet(info, own)
    const storage = await used(real)
    const fake = makeWallet(change)
    if (when === 'before') announce(fake)
    if (when === 'together') announce(fake, real)
    if (when === 'after') announce(real)
    const kernel = await start(storage)
    await wait()
    if (when === 'before') announce(real)
    if (when === 'after') announce(fake)
    await vi.waitFor(() => expect(addresses(kernel)).toEqual([own]))
    await wait()
    expect(fake.asked).toEqual([])
    expect(kernel.list(Connector)).toHaveLength(2)
  })
})

it('asks none of two wallets that cannot be told apart, and lists both', async () => {
  const real = makeWallet(info, own)
  const storage = await used(real)
  const fake = makeWallet()
  announce(fake, real)
  const kernel = await start(storage)
  await wait()
  expect([fake.asked, real.asked, addresses(kernel)]).toEqual([[], [], []])
  expect(new Set(ids(kernel)).size).toBe(2)
})

it('asks no copy that comes after two that cannot be told apart', async () => {
  const storage = await used(makeWallet(info, own))
  announce(makeWallet(), makeWallet(info, own))
  const kernel = await start(storage)
  await wait()
  const late = makeWallet()
  announce(late)
  await wait()
  expect([late.asked, addresses(kernel)]).toEqual([[], []])
  expect(new Set(ids(kernel)).size).toBe(3)
})

it('asks no copy that comes after the wallet', async () => {
  const real = makeWallet(info, own)
  const storage = await used(real)
  announce(real)
  const kernel = await start(storage)
  await wait()
  const fake = makeWallet()
  announce(fake)
  await wait()
  expect([fake.asked, addresses(kernel)]).toEqual([[], [own]])
})

it('asks a copy that the person chose among equals not again after a reload', async () => {
  const fake = makeWallet()
  const storage = openStorage()
  announce(makeWallet(info, own), fake)
  const first = await start(storage)
  await first.get(Session).connect({ connectorId: ids(first)[1] ?? '' })
  expect(addresses(first)).toEqual([theirs])
  await first.dispose()
  openPage()
  fake.asked.length = 0
  const real = makeWallet(info, own)
  announce(fake, real)
  const kernel = await start(storage)
  await wait()
  expect([fake.asked, real.asked, addresses(kernel)]).toEqual([[], [], []])
})

describe('hides no wallet:', () => {
  const real = () => makeWallet(info, own)
  const others = (count: number, change: Partial<typeof info> = {}) =>
    Array.from({ length: count }, (_, index) =>
      makeWallet({ uuid: `fake ${index}`, rdns: `com.wallet${index}`, ...change }),
    )
  type Case = readonly [string, (wallet: Wallet) => readonly Pick<Wallet, 'info' | 'provider'>[]]
  const cases: readonly Case[] = [
    ['a fake with its uuid', (wallet) => [makeWallet({ uuid: wallet.info.uuid, rdns: 'com.evil' })]],
    ['a copy with its uuid', (wallet) => [makeWallet(wallet.info)]],
    ['its provider under another name', ({ provider }) => [{ info: { ...info, name: 'Evil' }, provider }]],
    ['1,000 fakes of its reverse-domain id', () => others(1_000, { rdns: info.rdns, name: 'Fake' })],
    ['1,000 copies', () => others(1_000, { rdns: info.rdns })],
    ['1,000 fakes of other reverse-domain ids', () => others(1_000)],
    ['1,000 fakes with its uuid', () => others(1_000, { uuid: info.uuid })],
  ]
  it.each(cases)('%s', async (_, fakesFor) => {
    const wallet = real()
    announce(...fakesFor(wallet), wallet)
    const kernel = await start(openStorage())
    await wait()
    const before = wallet.asked.length
    const same = kernel.list(Connector).filter(({ rdns, name }) => rdns === info.rdns && name === info.name)
    // It is the last that came, so that it is the last of its name.
    const last = same.at(-1)
    await kernel.get(Session).connect({ connectorId: last?.id ?? '' })
    expect([before, addresses(kernel)]).toEqual([0, [own]])
  })
})
