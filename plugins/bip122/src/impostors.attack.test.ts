// Wallets that claim the name of another one, by one protocol or by another, on a page that the person used before. What
// is stored leads back to what is distinguishably the stored wallet, and to nothing else.
import { createKernel, type Kernel } from '@latchkey/kernel'
import { Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import type { StorageAdapter } from '@latchkey/kernel/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStorage, settle } from '../../../kernel/test/attack.js'
import { fakeKey } from '../test/fakeKeys.js'
import {
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  type Fake,
  registerWallet,
} from '../test/fakeWallets.js'
import { bip122 } from './index.js'

let page: EventTarget & Record<string, unknown>
const stops: (() => unknown)[] = []
function openPage(): void {
  page = new EventTarget() as typeof page
  vi.stubGlobal('window', page)
}
beforeEach(openPage)
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  vi.unstubAllGlobals()
})

const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
const seedOf = { real: 1, fake: 2 }
type Side = keyof typeof seedOf

/** The wallet UniSat, and who says that it is UniSat, each by one protocol. Both allowed the page before. */
const faces: Readonly<Record<string, (side: Side, picture?: string) => Fake>> = {
  'Wallet Standard': (side, picture = icon) => {
    const fake = createStandardFake(optionsOf(side))
    Object.defineProperty(fake.target, 'icon', { value: picture })
    registerWallet(fake.target, page)
    return fake
  },
  'WBIP-004': (side, picture = icon) => {
    const fake = createRequestFake(optionsOf(side))
    page[`${side}Provider`] = fake.target
    const list = (page['btc_providers'] as unknown[] | undefined) ?? []
    page['btc_providers'] = [...list, { id: `${side}Provider`, name: 'UniSat', icon: picture }]
    return fake
  },
  'its known place': (side) => {
    const fake = createUnisatFake(optionsOf(side))
    page['unisat'] = fake.target
    return fake
  },
}
const optionsOf = (side: Side) => ({
  name: 'UniSat',
  allowed: true,
  keys: [fakeKey(seedOf[side], 'p2wpkh', 'mainnet'), fakeKey(seedOf[side], 'p2tr', 'mainnet')],
})
const own = optionsOf('real').keys[0]?.address
const place = (face: string, side: Side, picture?: string) => faces[face]?.(side, picture) as Fake

async function start(storage: StorageAdapter): Promise<Kernel> {
  const kernel = createKernel([bip122({ esploraUrls: {} })], { storage, logLevel: 'silent' })
  stops.push(() => kernel.dispose())
  await kernel.start()
  return kernel
}
const rows = (kernel: Kernel) => kernel.list(Connector)
const addresses = (kernel: Kernel) =>
  kernel.get(Session).state.connections.flatMap(({ accounts }) => accounts.map(({ address }) => address))

/** The wallet was connected, and the page is left. */
async function used(face: string): Promise<StorageAdapter> {
  const storage = openStorage()
  place(face, 'real')
  const kernel = await start(storage)
  await kernel.get(Session).connect({ connectorId: rows(kernel)[0]?.id ?? '' })
  expect(addresses(kernel)).toContain(own)
  await kernel.dispose()
  openPage()
  return storage
}

const announced = ['Wallet Standard', 'WBIP-004']
const pairs = Object.keys(faces).flatMap((real) =>
  announced
    .filter((fake) => fake !== real || fake !== 'its known place')
    .map((fake) => [real, fake] as const),
)
describe.each(pairs)('of a wallet known by %s, a fake by %s', (real, fake) => {
  it.each(['before', 'after'])(
    'with another picture, on the page %s the wallet, is not asked',
    async (when) => {
      const storage = await used(real)
      const theirs = when === 'before' ? place(fake, 'fake', `${icon}=`) : undefined
      const ours = place(real, 'real')
      const late = theirs ?? place(fake, 'fake', `${icon}=`)
      const kernel = await start(storage)
      await settle()
      expect(late.calls).toEqual([])
      // The wallet itself is never hidden by a name.
      await vi.waitFor(() => expect(addresses(kernel)).toContain(own))
      expect(ours.calls.length).toBeGreaterThan(0)
      expect(late.calls).toEqual([])
    },
  )

  it('that is alone on the page is not asked', async () => {
    const storage = await used(real)
    const theirs = place(fake, 'fake', `${icon}=`)
    const kernel = await start(storage)
    await settle()
    expect([theirs.calls, addresses(kernel)]).toEqual([[], []])
    await kernel.get(Session).disconnect()
  })
})

it.each(announced)('of copies of name and picture by %s none is asked, and all are listed', async (face) => {
  const storage = await used(face)
  const theirs = place(face, 'fake')
  const ours = place(face, 'real')
  const kernel = await start(storage)
  await settle()
  expect([theirs.calls, ours.calls, addresses(kernel)]).toEqual([[], [], []])
  expect(new Set(rows(kernel).map(({ id }) => id)).size).toBe(2)
})

it('a wallet that changes from one protocol to another keeps its session', async () => {
  const storage = await used('Wallet Standard')
  place('WBIP-004', 'real')
  const kernel = await start(storage)
  await vi.waitFor(() => expect(addresses(kernel)).toContain(own))
})
