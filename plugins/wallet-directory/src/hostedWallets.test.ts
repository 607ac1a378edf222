import { createKernel, type Kernel } from '@latchkey/kernel'
import { definePlugin } from '@latchkey/kernel/plugin'
import { fakeClock } from '@latchkey/kernel/testing'
import {
  HostedDirectory,
  type HostedDirectoryService,
  type HostedWallet,
  type HostedWalletQuery,
} from '@latchkey/plugin-wallet-data'
import { afterEach, describe, expect, it } from 'vitest'
import { WalletDirectory, walletDirectory, type WalletDirectoryOptions } from './index.js'
import { withOthers } from './listEntries.js'

const kernels: Kernel[] = []
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
})

type Read = (query: HostedWalletQuery) => Promise<{ wallets: readonly HostedWallet[]; count: number }>

const wallet = (number: number, rest: Partial<HostedWallet> = {}): HostedWallet => ({
  id: `hosted-${number}`,
  name: `Hosted ${number}`,
  isCertified: number % 2 === 0,
  ...rest,
})

/** A service of 250 wallets that keeps to the query. */
function service(): { readonly queries: HostedWalletQuery[]; readonly read: Read } {
  const queries: HostedWalletQuery[] = []
  const all = Array.from({ length: 250 }, (_, index) => wallet(index))
  return {
    queries,
    async read(query) {
      queries.push(query)
      const { page, entries = 40, search = '', badge } = query
      const found = all.filter(({ name, isCertified }) => name.includes(search) && (!badge || isCertified))
      return { wallets: found.slice((page - 1) * entries, page * entries), count: found.length }
    },
  }
}

async function start(
  read: Read,
  options: WalletDirectoryOptions = {},
  service: Partial<HostedDirectoryService> = {},
) {
  const clock = fakeClock()
  const hosted = definePlugin({
    id: 'test.hosted',
    kernel: '^1.0.0',
    provides: [HostedDirectory],
    setup: (context) => context.provide(HostedDirectory, () => ({ read, ...service })),
  })
  const kernel = createKernel([hosted, walletDirectory(options)], { clock, logLevel: 'silent' })
  kernels.push(kernel)
  await kernel.start()
  const directory = kernel.get(WalletDirectory)
  if (!directory.hosted) throw new Error('The hosted list is missing.')
  return { directory, hosted: directory.hosted, clock }
}

describe('a hosted list', () => {
  it('is read in pages of forty', async () => {
    const { queries, read } = service()
    const { hosted } = await start(read)
    const first = await hosted.page(1)
    const second = await hosted.page(2)
    expect(first.count).toBe(250)
    expect([first.wallets.length, second.wallets[0]?.id]).toEqual([40, 'hosted-40'])
    expect(queries).toMatchObject([
      { page: 1, entries: 40 },
      { page: 2, entries: 40 },
    ])
  })

  it('is searched for a hundred, and for certified ones alone', async () => {
    const { queries, read } = service()
    const { hosted } = await start(read)
    expect((await hosted.search('Hosted')).wallets).toHaveLength(100)
    const { wallets } = await hosted.search('Hosted', { certified: true })
    expect(wallets.every(({ isCertified }) => isCertified)).toBe(true)
    expect(queries).toMatchObject([
      { page: 1, entries: 100, search: 'Hosted' },
      { page: 1, entries: 100, search: 'Hosted', badge: 'certified' },
    ])
  })

  it('recommends four, and none when it is late or fails', async () => {
    const { read } = service()
    expect((await (await start(read)).hosted.recommended()).map(({ id }) => id)).toEqual([
      'hosted-0',
      'hosted-1',
      'hosted-2',
      'hosted-3',
    ])
    let signal: AbortSignal | undefined
    const silent = await start((query) => {
      signal = query.signal
      return new Promise(() => {})
    })
    const late = silent.hosted.recommended()
    await expect.poll(() => signal).toBeDefined()
    await silent.clock.advance(1_999)
    expect(signal?.aborted).toBe(false)
    await silent.clock.advance(1)
    expect(await late).toEqual([])
    expect(signal?.aborted).toBe(true)
    expect(silent.clock.pending).toBe(0)
    const broken = await start(() => Promise.reject(new Error('Down.')))
    expect(await broken.hosted.recommended()).toEqual([])
    expect(broken.clock.pending).toBe(0)
  })

  it('keeps to the filters of the host', async () => {
    const { read } = service()
    const { hosted } = await start(read, { exclude: ['hosted-1', 'Hosted 2'] })
    const ids = (await hosted.page(1)).wallets.map(({ id }) => id)
    expect(ids).toHaveLength(38)
    expect(ids.slice(0, 2)).toEqual(['hosted-0', 'hosted-3'])
    const phones = await start(
      async () => ({ wallets: [wallet(1), wallet(2, { mobileLink: 'two://' })], count: 2 }),
      { platform: 'mobile' },
    )
    expect((await phones.hosted.page(1)).wallets.map(({ id }) => id)).toEqual(['hosted-2'])
  })

  it('says of a wallet what is sound and leaves out the rest', async () => {
    const full = wallet(1, {
      mobileLink: 'https://link.example',
      desktopLink: 'example://',
      webappLink: 'https://web.example',
      appStore: 'https://apps.apple.com/app/id1',
      playStore: 'javascript:alert(1)',
      imageUrl: 'http://plain.example/icon.png',
      homepage: 'https://example.com/',
      rdns: 'com.example',
      networkIds: ['eip155:1', 'eip155:10', 'solana:x'],
    })
    const hostile = [
      wallet(2, { id: '' }),
      wallet(3, { name: 'x'.repeat(10_000) }),
      wallet(4, { name: 5 as never }),
      wallet(5, { name: 'y'.repeat(100) }),
    ]
    const { hosted } = await start(async () => ({ wallets: [full, ...hostile], count: 5 }))
    const { wallets } = await hosted.page(1)
    expect(wallets).toEqual([
      {
        id: 'hosted-1',
        name: 'Hosted 1',
        homepage: 'https://example.com/',
        namespaces: ['eip155', 'solana'],
        discovery: { rdns: ['com.example'] },
        links: { universal: 'https://link.example', desktop: 'example://', webapp: 'https://web.example' },
        stores: { ios: 'https://apps.apple.com/app/id1' },
      },
      { id: 'hosted-5', name: 'y'.repeat(60) },
    ])
  })

  it.each([
    ['of a named origin', 'https://pictures.example/a.png', true],
    ['of a named origin, written otherwise', 'HTTPS://Pictures.Example:443/a.png', true],
    ['of a named loopback origin', 'http://127.0.0.1:8080/a.png', true],
    ['of another host', 'https://tracker.example/a.png', false],
    ['of a host below it', 'https://a.pictures.example/a.png', false],
    ['of a host that begins alike', 'https://pictures.example.evil.example/a.png', false],
    ['of another port', 'https://pictures.example:8443/a.png', false],
    ['without encryption', 'http://pictures.example/a.png', false],
    ['with a user', 'https://user:word@pictures.example/a.png', false],
    ['with a host as its user', 'https://pictures.example@evil.example/a.png', false],
    ['that is script', 'javascript:alert(1)', false],
    ['that is embedded', 'data:image/svg+xml,<svg/>', false],
    ['in memory of a named origin', 'blob:https://pictures.example/1', false],
    ['without a scheme', '//pictures.example/a.png', false],
    ['of this page', '/a.png', false],
    ['that is endless', `https://pictures.example/${'a'.repeat(3_000)}`, false],
  ])('takes a picture %s only from the origins the service names', async (_, imageUrl, isTaken) => {
    const imageOrigins = ['https://pictures.example', 'http://127.0.0.1:8080', 'null']
    const list: Read = async () => ({ wallets: [wallet(1, { imageUrl })], count: 1 })
    const named = await start(list, {}, { imageOrigins })
    const [record] = (await named.hosted.page(1)).wallets
    expect(record?.imageUrl).toBe(isTaken ? new URL(imageUrl).href : undefined)
    const unnamed = await start(list)
    expect((await unnamed.hosted.page(1)).wallets[0]).not.toHaveProperty('imageUrl')
  })

  it('adds to the built-in list only what is not in it, by id, name or rdns', () => {
    const own = [{ id: 'a', name: 'Alpha', discovery: { rdns: ['com.alpha'] } }]
    const others = [
      { id: 'b', name: 'alpha' },
      { id: 'c', name: 'Other', discovery: { rdns: ['COM.ALPHA'] } },
      { id: 'd', name: 'Delta' },
      { id: 'd', name: 'Delta again' },
    ]
    expect(withOthers(own, others).map(({ id }) => id)).toEqual(['a', 'd'])
  })
})

it('has no hosted list where no plugin provides one', async () => {
  const kernel = createKernel([walletDirectory()], { logLevel: 'silent' })
  kernels.push(kernel)
  await kernel.start()
  expect(kernel.get(WalletDirectory).hosted).toBeUndefined()
})
