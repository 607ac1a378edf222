// Wallets that register under the name of another one (Wallet Standard), on a page that the person used before. What is
// stored leads back to what is distinguishably the stored wallet, and to nothing else; nobody is hidden by anybody.
import { setMaxListeners } from 'node:events'
import { createKernel, type Kernel } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import type { StorageAdapter } from '@latchkey/kernel/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStorage, settle } from '../../../kernel/test/attack.js'
import { createFakeWallet, registerWallet } from '../test/fakeWallet.js'
import { solana, solanaMainnet } from './index.js'

let page: EventTarget
const stops: (() => unknown)[] = []
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

const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
interface Look {
  readonly name?: string
  readonly icon?: string
}

/** A wallet that allowed the page before: a silent question gets its accounts. */
function makeWallet(look: Look = {}, seed = 2) {
  const fake = createFakeWallet({ seeds: [seed] })
  Object.assign(fake.wallet, { name: 'Phantom', icon, ...look })
  fake.allowed = true
  return {
    ...fake,
    address: fake.accounts[0]?.address,
    asked: () => fake.calls.map(({ feature }) => feature),
  }
}
const makeReal = () => makeWallet({}, 1)
type Wallet = ReturnType<typeof makeWallet>
const announce = (...wallets: readonly Wallet[]) => wallets.map(({ wallet }) => registerWallet(wallet, page))

async function start(storage: StorageAdapter): Promise<Kernel> {
  const networks = [{ ...solanaMainnet, rpcUrls: ['http://127.0.0.1:1'] }]
  const kernel = createKernel([solana({ networks })], { storage, logLevel: 'silent' })
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
  openPage()
  return storage
}

const lookAlikes: readonly (readonly [string, Look])[] = [
  ['another picture', { icon: `${icon}=` }],
  ['no picture', { icon: 'https://evil.example/phantom.png' }],
  ['a name in other letters', { name: 'phantom' }],
  ['a name that differs in a sign', { name: 'Phantom!' }],
]
describe.each(lookAlikes)('a fake with %s', (_, look) => {
  it.each(['before', 'together', 'after'])('that registers itself %s is not asked', async (when) => {
    const storage = await used(makeReal())
    const real = makeReal()
    const fake = makeWallet(look)
    if (when === 'before') announce(fake)
    if (when === 'together') announce(fake, real)
    if (when === 'after') announce(real)
    const kernel = await start(storage)
    await settle()
    if (when === 'before') announce(real)
    if (when === 'after') announce(fake)
    await vi.waitFor(() => expect(addresses(kernel)).toEqual([real.address]))
    await settle()
    expect(fake.asked()).toEqual([])
    expect(new Set(ids(kernel)).size).toBe(2)
  })
})

describe('a copy of name and picture', () => {
  it.each(['first', 'last'])(
    'that comes together with the wallet, %s, is not asked, nor is the wallet',
    async (place) => {
      const storage = await used(makeReal())
      const real = makeReal()
      const fake = makeWallet()
      announce(...(place === 'first' ? [fake, real] : [real, fake]))
      const kernel = await start(storage)
      await settle()
      expect([fake.asked(), real.asked(), addresses(kernel)]).toEqual([[], [], []])
      expect(new Set(ids(kernel)).size).toBe(2)
      // One that comes now is no better.
      const late = makeWallet()
      announce(late)
      await settle()
      expect([late.asked(), addresses(kernel), new Set(ids(kernel)).size]).toEqual([[], [], 3])
    },
  )

  it('that comes after the wallet is not asked, not even once the wallet has gone', async () => {
    const storage = await used(makeReal())
    const real = makeReal()
    const leave = announce(real)
    const kernel = await start(storage)
    await vi.waitFor(() => expect(addresses(kernel)).toEqual([real.address]))
    const fake = makeWallet()
    announce(fake)
    for (const stop of leave) stop()
    fake.change({ chains: ['sui:mainnet'] })
    fake.change({ chains: ['solana:mainnet'] })
    announce(makeWallet())
    await settle()
    expect(fake.asked()).toEqual([])
    expect(new Set(ids(kernel)).size).toBe(2)
  })

  it('that the person chose is not asked after a reload beside the wallet', async () => {
    const storage = openStorage()
    announce(makeReal(), makeWallet())
    const first = await start(storage)
    await first.get(Session).connect({ connectorId: ids(first)[1] ?? '' })
    await first.dispose()
    openPage()
    const real = makeReal()
    const fake = makeWallet()
    announce(fake, real)
    const kernel = await start(storage)
    await settle()
    expect([fake.asked(), real.asked(), addresses(kernel)]).toEqual([[], [], []])
  })
})

it('a wallet that is alone is taken up as before, when it changes what it can do, too', async () => {
  const storage = await used(makeReal())
  const real = makeReal()
  real.change({ chains: ['sui:mainnet'] })
  announce(real)
  const kernel = await start(storage)
  await settle()
  expect(addresses(kernel)).toEqual([])
  real.change({ chains: ['solana:mainnet'] })
  await vi.waitFor(() => expect(addresses(kernel)).toEqual([real.address]))
})
