import { Connector, Namespace, route } from '@latchkey/kernel/plugin'
import { Navigation } from '@latchkey/kernel/wallet'
import { fakeClock } from '@latchkey/kernel/testing'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  registerWallet,
} from '../test/fakeWallets.js'
import { bip122 } from './index.js'

let page: EventTarget & Record<string, any>
const kernels: Kernel[] = []

beforeEach(() => {
  page = new EventTarget() as typeof page
  vi.stubGlobal('window', page)
})
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
  vi.unstubAllGlobals()
})

/** With a clock of its own: other test files of the process leave timers behind. */
async function start(clock = fakeClock()) {
  const kernel = createKernel([bip122()], {
    clock,
    storage: memoryStorage(),
    onPluginError: 'throw',
    logLevel: 'silent',
  })
  kernels.push(kernel)
  await kernel.start()
  return kernel
}
/** Without the mark of name and picture, which is of announced wallets. */
const list = (kernel: Kernel) =>
  kernel
    .list(Connector)
    .map(({ id, group }) => `${id.replace(group === 'announced' ? /~\w+/ : '', '')} ${group}`)

describe('discovery', () => {
  it('finds wallets of Wallet Standard, before and after the start, and drops those that leave', async () => {
    const leave = registerWallet(createStandardFake({ name: 'Early Bird' }).target, page)
    const kernel = await start()
    const leaveLater = registerWallet(createStandardFake({ name: 'Zu spät! Wallet' }).target, page)
    expect(list(kernel)).toEqual(['bip122.early-bird announced', 'bip122.zu-spät announced'])
    leave()
    leave()
    leaveLater()
    expect(list(kernel)).toEqual([])
  })

  it('lists a wallet that comes after the last look once the modal opens', async () => {
    const clock = fakeClock()
    const kernel = await start(clock)
    clock.advance(3_300)
    page['unisat'] = createUnisatFake().target
    clock.advance(10_000)
    expect(list(kernel)).toEqual([])
    const navigation = kernel.get(Navigation)
    navigation.attach(() => true)
    navigation.open(route('Connect'))
    expect(list(kernel)).toEqual(['bip122.unisat injected'])
  })

  it.each(['btc_providers', 'wbip_providers'])(
    'finds wallets listed in %s, at a path below window',
    async (name) => {
      page['XverseProviders'] = { BitcoinProvider: createRequestFake().target }
      page[name] = [
        {
          id: 'XverseProviders.BitcoinProvider',
          name: 'Xverse Wallet',
          icon: 'data:image/svg;base64,PHN2Zy8+',
        },
      ]
      const kernel = await start()
      expect(list(kernel)).toEqual(['bip122.xverse announced'])
      expect(kernel.list(Connector)[0]).toMatchObject({
        name: 'Xverse Wallet',
        icon: 'data:image/svg+xml;base64,PHN2Zy8+',
        namespaces: ['bip122'],
      })
      expect(kernel.list(Connector)[0]?.readiness()).toBe('installed')
    },
  )

  it('finds injected wallets by what they can do', async () => {
    page['unisat_wallet'] = createUnisatFake().target
    page['okxwallet'] = { bitcoin: createUnisatFake().target }
    page['LeatherProvider'] = createRequestFake().target
    page['magicEden'] = { bitcoin: { connect() {} } }
    expect(list(await start())).toEqual([
      'bip122.okx injected',
      'bip122.unisat injected',
      'bip122.leather injected',
    ])
  })

  it.each([
    ['okx', (target: object) => ({ okxwallet: { bitcoin: target } })],
    ['bitget', (target: object) => ({ bitkeep: { unisat: target } })],
    ['binance', (target: object) => ({ binancew3w: { bitcoin: target } })],
    ['onekey', (target: object) => ({ $onekey: { btc: target } })],
  ])('finds %s at its own place, and never as UniSat at the one that it takes', async (id, place) => {
    Object.assign(page, place(createUnisatFake().target), { unisat: createUnisatFake().target })
    const kernel = await start()
    expect(list(kernel)).toEqual([`bip122.${id} injected`])
    page['unisat_wallet'] = createUnisatFake().target
    expect(list(await start())).toEqual([`bip122.${id} injected`, 'bip122.unisat injected'])
  })

  it('leaves Enkrypt out, which stands at UniSat’s old place alone', async () => {
    const target = createUnisatFake().target
    Object.assign(page, { unisat: target, enkrypt: { providers: { bitcoin: target } } })
    expect(list(await start())).toEqual([])
  })

  it.each(['isBitKeep', 'isBinance', 'isOneKey', 'isOkxWallet'])(
    'leaves out what stands at UniSat’s old place and says %s',
    async (mark) => {
      page['unisat'] = Object.assign(createUnisatFake().target, { [mark]: true })
      expect(list(await start())).toEqual([])
    },
  )

  it('shows a wallet once that several protocols tell of, as the best of them has it', async () => {
    const object = createUnisatFake().target
    page['unisat'] = object
    page['okxwallet'] = { bitcoin: createUnisatFake().target }
    page['btc_providers'] = [
      { id: 'unisat', name: 'Another name for it' },
      { id: 'okxwallet.bitcoin', name: 'OKX Wallet' },
    ]
    const kernel = await start()
    expect(list(kernel)).toEqual(['bip122.another-name-for-it announced', 'bip122.okx announced'])
    const { target } = createStandardFake({ name: 'OKX Wallet' })
    registerWallet(target, page)
    expect(list(kernel)).toEqual(['bip122.another-name-for-it announced', 'bip122.okx announced'])
    expect(kernel.list(Connector)[1]?.icon).toBe(target.icon)
  })

  it('gives two wallets of one name ids of their own, the same after a reload', async () => {
    registerWallet(createStandardFake().target, page)
    registerWallet(createStandardFake().target, page)
    const first = list(await start())
    expect(first).toEqual(['bip122.fake.2 announced', 'bip122.fake.3 announced'])
    expect(list(await start())).toEqual(first)
  })

  it('goes on looking for a while, because nothing tells when a wallet was injected', async () => {
    const clock = fakeClock()
    const kernel = await start(clock)
    page['unisat'] = createUnisatFake().target
    expect(list(kernel)).toEqual([])
    clock.advance(300)
    expect(list(kernel)).toEqual(['bip122.unisat injected'])
    expect(clock.pending).toBe(2)
    clock.advance(10_000)
    expect(clock.pending).toBe(0)
  })

  it('leaves out wallets of other chains and lists them when they gain Bitcoin', async () => {
    const fake = createStandardFake({ name: 'Late' })
    const chains = vi.spyOn(fake.target, 'chains', 'get').mockReturnValue(['solana:mainnet'])
    registerWallet(fake.target, page)
    const kernel = await start()
    expect(list(kernel)).toEqual([])
    chains.mockReturnValue(['bitcoin:mainnet'])
    fake.emit('change', { chains: ['bitcoin:mainnet'] })
    expect(list(kernel)).toEqual(['bip122.late announced'])
  })

  it('survives hostile pages', async () => {
    const trap = () => {
      throw new Error('no')
    }
    const hostile = new Proxy({}, { get: trap, has: trap, getOwnPropertyDescriptor: trap })
    page['unisat'] = hostile
    Object.defineProperty(page, 'okxwallet', { get: trap })
    page['wizz'] = {
      get requestAccounts() {
        return trap()
      },
    }
    const ids = [
      '',
      'constructor',
      '__proto__',
      'toString',
      'alert(1)',
      'a..b',
      '.',
      'a'.repeat(5_000),
      null,
      7,
      {},
      'hostile',
      'document.cookie',
      'self.constructor.constructor',
    ]
    page['hostile'] = hostile
    page['btc_providers'] = [null, 1, 'x', hostile, ...ids.map((id) => ({ id, name: 'Evil' }))]
    page['wbip_providers'] = hostile
    const kernel = await start()
    for (const wallet of [
      null,
      1,
      {},
      hostile,
      { name: 'x', chains: ['bitcoin:mainnet'], features: hostile },
    ]) {
      registerWallet(wallet, page)
    }
    for (const detail of [null, 1, {}, trap]) {
      page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    }
    expect(list(kernel)).toEqual([])
  })

  it('bounds what it lists', async () => {
    const kernel = await start()
    registerWallet(createStandardFake({ name: 'First' }).target, page)
    page.dispatchEvent(
      new CustomEvent('wallet-standard:register-wallet', {
        detail: (api: any) =>
          api.register(
            ...Array.from(
              { length: 600 },
              (_, index) => createStandardFake({ name: `W${index}`, keys: [] }).target,
            ),
          ),
      }),
    )
    expect(list(kernel)).toHaveLength(500)
  })

  it('shows names and pictures that cannot deceive or harm', async () => {
    const { target } = createRequestFake()
    page['evil'] = target
    page['btc_providers'] = [
      {
        id: 'evil',
        name: '\u202eevil\u0000 \n name'.padEnd(500, '!'),
        icon: 'https://tracker.example/pixel.png',
      },
    ]
    const [connector] = (await start()).list(Connector)
    expect(connector?.name).toBe(`evil name${'!'.repeat(31)}`)
    expect(connector?.icon).toBeUndefined()
  })

  it('stops with the kernel and leaves no listener', async () => {
    const fake = createStandardFake()
    registerWallet(fake.target, page)
    const kernel = await start()
    expect(fake.listenerCount()).toBe(1)
    await kernel.dispose()
    expect(fake.listenerCount()).toBe(0)
  })

  it('declares without a page', async () => {
    vi.unstubAllGlobals()
    const kernel = await start()
    expect(kernel.list(Namespace)[0]).toMatchObject({
      id: 'bip122',
      label: 'Bitcoin',
      defaultAccountKind: 'payment',
    })
    expect(list(kernel)).toEqual([])
  })

  it('touches nothing while it is set up', () => {
    const seen = vi.fn()
    vi.stubGlobal('window', new Proxy(page, { get: seen, has: seen }))
    kernels.push(createKernel([bip122()], { storage: memoryStorage(), onPluginError: 'throw' }))
    expect(seen).not.toHaveBeenCalled()
  })
})
