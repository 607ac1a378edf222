import { markWallet } from '@latchkey/kernel/chain'
import { Connector } from '@latchkey/kernel/plugin'
import { Networks, Session } from '@latchkey/kernel/wallet'
import type { StorageAdapter } from '@latchkey/kernel/contracts'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeKey } from '../test/fakeKeys.js'
import {
  createLeatherFake,
  createRequestFake,
  createStandardFake,
  createUnisatFake,
  type Fake,
  type FakeOptions,
  registerWallet,
} from '../test/fakeWallets.js'
import {
  bip122,
  Bip122Provider,
  bitcoinMainnet,
  bitcoinRegtest,
  bitcoinSignet,
  bitcoinTestnet,
} from './index.js'

let page: EventTarget & Record<string, any>
const kernels: Kernel[] = []

beforeEach(() => {
  page = new EventTarget() as typeof page
  vi.stubGlobal('window', page)
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
  vi.unstubAllGlobals()
})

const networks = [bitcoinMainnet, bitcoinTestnet, bitcoinSignet, bitcoinRegtest]

async function start(storage: StorageAdapter = memoryStorage(), listed = networks) {
  const plugin = bip122({
    networks: listed,
    ...(listed.includes(bitcoinRegtest)
      ? { esploraUrls: { [bitcoinRegtest.id]: 'http://127.0.0.1:1' } }
      : {}),
  })
  const kernel = createKernel([plugin], { storage, onPluginError: 'throw', logLevel: 'silent' })
  kernels.push(kernel)
  await kernel.start()
  return kernel
}

const icon = 'data:image/svg+xml;base64,PHN2Zy8+'
/** Every protocol, put on the page as its wallets do. */
const protocols: readonly (readonly [string, (options?: FakeOptions) => Fake, (fake: Fake) => void])[] = [
  ['Wallet Standard', createStandardFake, ({ target }) => void registerWallet(target, page)],
  [
    'WBIP-004 and sats-connect',
    createRequestFake,
    ({ target }) => {
      page['FakeProviders'] = { BitcoinProvider: target }
      page['btc_providers'] = [{ id: 'FakeProviders.BitcoinProvider', name: 'Fake Wallet', icon }]
    },
  ],
  [
    'Leather',
    createLeatherFake,
    ({ target }) => {
      page['LeatherProvider'] = target
      page['btc_providers'] = [{ id: 'LeatherProvider', name: 'Fake Wallet', icon }]
    },
  ],
  [
    'UniSat',
    createUnisatFake,
    ({ target }) => {
      page['unisat'] = target
      page['btc_providers'] = [{ id: 'unisat', name: 'Fake Wallet', icon }]
    },
  ],
]
const connectorId = markWallet({ prefix: 'bip122.fake', name: 'Fake Wallet', icon })
const [, [, , putRequest], , [, , putUnisat]] = protocols as any
const restored = (session: { state: { restored: boolean } }) =>
  vi.waitFor(() => expect(session.state.restored).toBe(true))
const comeBack = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
const inDocument = () =>
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
/** Events are read anew by asking the wallet, which takes a few turns. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

describe.each(protocols)('%s', (protocol, create, put) => {
  const single = protocol === 'UniSat'
  const isSilent = protocol !== 'Leather'
  const methods = (fake: Fake) => fake.calls.map(({ method }) => method)

  it('connects accounts with kind and key, payment first and active', async () => {
    const keys = [fakeKey(1, 'p2tr', 'mainnet'), fakeKey(1, 'p2wpkh', 'mainnet')]
    const fake = create({ keys: single ? [fakeKey(1, 'p2wpkh', 'mainnet')] : keys })
    put(fake)
    const session = (await start()).get(Session)
    const record = await session.connect({ connectorId })
    const account = ({ address, publicKey, purpose }: (typeof keys)[number]) => ({
      id: `${bitcoinMainnet.id}:${address}`,
      namespace: 'bip122',
      address,
      kind: purpose,
      publicKey,
    })
    expect(record.accounts).toEqual((single ? [keys[1]!] : [keys[1]!, keys[0]!]).map(account))
    expect(session.activeAccount('bip122')?.kind).toBe('payment')
    expect(Object.keys(session.provider(Bip122Provider)?.provider ?? {})).toEqual(Object.keys(fake.target))
  })

  it('takes up after a reload what the wallet says without a prompt, and nothing else', async () => {
    const storage = memoryStorage()
    const fake = create()
    put(fake)
    const before = await start(storage)
    const { accounts } = await before.get(Session).connect({ connectorId })
    await before.dispose()
    fake.calls.length = 0
    const session = (await start(storage)).get(Session)
    await restored(session)
    expect(session.activeConnection('bip122')?.accounts).toEqual(isSilent ? accounts : undefined)
    const prompts = ['requestAccounts', 'wallet_connect', 'getAddresses', 'bitcoin:connect']
    expect(methods(fake).filter((method) => prompts.includes(method))).toEqual([])
    for (const { method, parameters } of fake.calls) {
      if (method === 'standard:connect') expect(parameters).toEqual([{ silent: true }])
    }
  })

  it('never shows an account that only storage names', async () => {
    const theirs = fakeKey(66, 'p2wpkh', 'mainnet')
    const fake = create()
    put(fake)
    const values = new Map<string, string>()
    const storage: StorageAdapter = {
      get: (key) => values.get(key) ?? null,
      set: (key, value) => void values.set(key, value),
      remove: (key) => void values.delete(key),
    }
    const before = await start(storage)
    await before.get(Session).connect({ connectorId })
    await before.dispose()
    const entry = { accounts: [{ address: theirs.address, kind: 'payment', publicKey: theirs.publicKey }] }
    const [kernelId] = [...values.keys()][0]?.split(':') ?? []
    values.set(`${kernelId}:bip122.accounts`, JSON.stringify({ [connectorId]: entry }))
    for (const [key, value] of values) {
      const swapped = fake.keys.reduce((text, own) => text.replaceAll(own.address, theirs.address), value)
      values.set(key, swapped)
    }
    const session = (await start(storage)).get(Session)
    await restored(session)
    const shown = session.state.connections.flatMap(({ accounts }) => accounts.map(({ address }) => address))
    expect(shown).not.toContain(theirs.address)
    // Nothing but a press is needed to connect again.
    expect(session.state.recent.map((wallet) => wallet.connectorId)).toContain(connectorId)
    const again = await session.connect({ connectorId })
    expect(fake.keys.map(({ address }) => address)).toContain(again.accounts[0]?.address)
  })

  it('knows a rejection, and listens no more', async () => {
    const fake = create()
    const method =
      {
        'Wallet Standard': 'bitcoin:connect',
        'WBIP-004 and sats-connect': 'wallet_connect',
        Leather: 'getAddresses',
      }[protocol] ?? 'requestAccounts'
    const code = protocol === 'WBIP-004 and sats-connect' ? -32000 : 4001
    fake.answer(method, () => {
      throw { code, message: 'no' }
    })
    put(fake)
    const session = (await start()).get(Session)
    const listeners = fake.listenerCount()
    await expect(session.connect({ connectorId })).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(fake.listenerCount()).toBe(listeners)
  })

  it.each([
    ['text that is no hex', 'zz'],
    ['a key one digit short', fakeKey(1, 'p2wpkh', 'mainnet').publicKey.slice(1)],
    ['the bytes of the address', new TextEncoder().encode(fakeKey(1, 'p2wpkh', 'mainnet').address)],
    ['a number', 7],
  ])('leaves %s out in place of a key', async (_, publicKey) => {
    const { address } = fakeKey(1, 'p2wpkh', 'mainnet')
    const fake = create()
    const given = [{ address, publicKey, chains: ['bitcoin:mainnet'] }]
    for (const method of ['bitcoin:connect', 'getAddresses', 'requestAccounts'])
      fake.answer(method, () =>
        single ? [address] : method === 'getAddresses' ? { addresses: given } : given,
      )
    fake.answer('wallet_connect', () => ({ addresses: given }))
    if (single) fake.answer('getPublicKey', () => publicKey)
    put(fake)
    const session = (await start()).get(Session)
    const [account] = (await session.connect({ connectorId })).accounts
    expect([account?.address, account?.publicKey]).toEqual([address, undefined])
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'bc1q'],
    ['holes', [null]],
    ['no addresses', [{ address: 'satoshi', chains: ['bitcoin:mainnet'] }]],
    [
      'an endless list',
      new Array(2_000).fill({
        address: fakeKey(1, 'p2wpkh', 'mainnet').address,
        chains: ['bitcoin:mainnet'],
      }),
    ],
  ])('refuses %s in place of accounts with a code, and listens no more', async (_, answer) => {
    const fake = create()
    for (const method of ['bitcoin:connect', 'wallet_connect', 'getAddresses', 'requestAccounts']) {
      fake.answer(method, () =>
        single && Array.isArray(answer) ? answer.map((entry: any) => entry?.address ?? entry) : answer,
      )
    }
    put(fake)
    const session = (await start()).get(Session)
    const listeners = fake.listenerCount()
    await expect(session.connect({ connectorId })).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    expect(session.state.connections).toEqual([])
    expect(fake.listenerCount()).toBe(listeners)
  })

  it('ends when it is cancelled while the wallet asks, and listens no more', async () => {
    const fake = create()
    for (const method of ['bitcoin:connect', 'wallet_connect', 'getAddresses', 'requestAccounts']) {
      fake.answer(method, () => new Promise(() => {}))
    }
    put(fake)
    const session = (await start()).get(Session)
    const listeners = fake.listenerCount()
    const controller = new AbortController()
    const attempt = session.connect({ connectorId, signal: controller.signal })
    await vi.waitFor(() => expect(fake.calls).toHaveLength(1))
    controller.abort()
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    await vi.waitFor(() => expect(fake.listenerCount()).toBe(listeners))
  })

  it('disconnects, forgets, and is not taken up again', async () => {
    const storage = memoryStorage()
    const fake = create()
    put(fake)
    const before = await start(storage)
    const listeners = fake.listenerCount()
    await before.get(Session).connect({ connectorId })
    await before.get(Session).disconnect()
    expect(fake.listenerCount()).toBe(listeners)
    await before.dispose()
    const session = (await start(storage)).get(Session)
    await restored(session)
    expect(session.state.connections).toEqual([])
  })
})

describe('changes from the wallet’s side', () => {
  it('follows UniSat to another account and another network, and ends when it is locked', async () => {
    const fake = createUnisatFake()
    putUnisat(fake)
    const kernel = await start()
    const session = kernel.get(Session)
    await session.connect({ connectorId })
    const other = fakeKey(2, 'p2wpkh', 'mainnet')
    Object.assign(fake, { keys: [other] })
    fake.emit('accountsChanged', [other.address])
    await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(other.address))
    expect(session.activeAccount('bip122')?.publicKey).toBe(other.publicKey)

    const signet = fakeKey(2, 'p2wpkh', 'signet')
    Object.assign(fake, { keys: [signet], chain: 'signet' })
    fake.emit('networkChanged', 'signet')
    await vi.waitFor(() =>
      expect(session.activeAccount('bip122')?.id).toBe(`${bitcoinSignet.id}:${signet.address}`),
    )
    expect(kernel.get(Networks).active('bip122')?.id).toBe(bitcoinSignet.id)

    // An event alone is no end: the wallet still shares the account.
    fake.emit('accountsChanged', [])
    fake.emit('disconnect', { code: 1011 })
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(session.activeAccount('bip122')?.address).toBe(signet.address)
    fake.allowed = false
    fake.emit('accountsChanged', [])
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
    // It's waited for, until the person disconnects.
    await vi.waitFor(() => expect(fake.listenerCount()).toBeGreaterThan(0))
    await session.disconnect()
    expect(fake.listenerCount()).toBe(0)
  })

  it.each<[string, () => Fake, (fake: Fake, name: string) => void]>([
    [
      'UniSat',
      () => createUnisatFake(),
      (fake, name) => fake.answer('getChain', () => ({ enum: name, name, network: 'x' })),
    ],
    [
      'UniSat of old',
      () => {
        const fake = createUnisatFake({ without: ['getChain'] })
        fake.target.getNetwork = async () => 'livenet'
        return fake
      },
      (fake, name) => {
        fake.target.getNetwork = async () => name
      },
    ],
    [
      'sats-connect',
      () => createRequestFake(),
      (fake, name) => {
        fake.answer('wallet_getNetwork', () => ({ bitcoin: { name } }))
        fake.answer('wallet_getAccount', () => ({ addresses: fake.keys, network: { bitcoin: { name } } }))
      },
    ],
  ])(
    'follows %s to a network that nobody here knows, and to another account there',
    async (dialect, create, stand) => {
      const fake = create()
      ;(dialect === 'sats-connect' ? putRequest : putUnisat)(fake)
      const kernel = await start()
      const session = kernel.get(Session)
      await session.connect({ connectorId })
      stand(fake, 'FRACTAL_BITCOIN_MAINNET')
      const isRequest = dialect === 'sats-connect'
      fake.emit(
        isRequest ? 'networkChange' : 'chainChanged',
        isRequest ? { type: 'networkChange' } : { enum: 'FRACTAL_BITCOIN_MAINNET' },
      )
      await vi.waitFor(() =>
        expect(kernel.get(Networks).active('bip122')).toMatchObject({ status: 'unsupported' }),
      )
      expect(session.activeAccount('bip122')?.id).not.toContain(bitcoinMainnet.id)
      const other = fakeKey(2, 'p2wpkh', 'mainnet')
      Object.assign(fake, { keys: [other] })
      fake.emit(
        isRequest ? 'accountChange' : 'accountsChanged',
        isRequest ? { type: 'accountChange' } : [other.address],
      )
      await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(other.address))
      expect(kernel.get(Networks).active('bip122')).toMatchObject({ status: 'unsupported' })
    },
  )

  it('takes a Wallet Standard account on an unknown Bitcoin network for no Bitcoin account', async () => {
    const fake = createStandardFake()
    registerWallet(fake.target, page)
    const kernel = await start()
    const session = kernel.get(Session)
    await session.connect({ connectorId })
    const accounts = fake.target.accounts.map((account: object) => ({
      ...account,
      chains: ['bitcoin:fractal'],
    }))
    Object.defineProperty(fake.target, 'accounts', { value: accounts, configurable: true })
    fake.emit('change', { accounts })
    await vi.waitFor(() =>
      expect(kernel.get(Networks).active('bip122')).toMatchObject({ status: 'unsupported' }),
    )
  })

  it('follows sats-connect events with and without addresses, and its disconnect', async () => {
    const fake = createRequestFake()
    putRequest(fake)
    const kernel = await start()
    const session = kernel.get(Session)
    await session.connect({ connectorId })
    const second = [fakeKey(2, 'p2sh', 'mainnet'), fakeKey(2, 'p2tr', 'mainnet')]
    Object.assign(fake, { keys: second })
    fake.emit('accountChange', { type: 'accountChange' })
    await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(second[0]?.address))
    const testnet = fakeKey(3, 'p2wpkh', 'testnet')
    fake.emit('networkChange', {
      type: 'networkChange',
      bitcoin: { name: 'Testnet' },
      addresses: [{ address: testnet.address, publicKey: testnet.publicKey, purpose: 'payment' }],
    })
    await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(testnet.address))
    expect(kernel.get(Networks).active('bip122')?.id).toBe(bitcoinTestnet.id)
    // An event alone is no end: the wallet still shares the account.
    fake.emit('disconnect', { type: 'disconnect' })
    await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(second[0]?.address))
    fake.allowed = false
    fake.emit('disconnect', { type: 'disconnect' })
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
  })

  it('follows Wallet Standard changes, which replace the list', async () => {
    const fake = createStandardFake()
    registerWallet(fake.target, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    Object.assign(fake, { keys: [fakeKey(5, 'p2wpkh', 'mainnet')] })
    fake.emit('refresh')
    expect(session.activeAccount('bip122')?.address).toBe(fake.keys[0]?.address)
    fake.emit('change', { accounts: [] })
    fake.emit('refresh')
    await settle()
    expect(session.activeAccount('bip122')?.address).toBe(fake.keys[0]?.address)
    fake.allowed = false
    fake.emit('change', { accounts: [] })
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
    // One listens for the list of wallets, one waits for this wallet, until the person disconnects.
    await vi.waitFor(() => expect(fake.listenerCount()).toBe(2))
    await session.disconnect()
    expect(fake.listenerCount()).toBe(1)
  })

  it('keeps a Wallet Standard wallet whose own list is empty and that can’t be asked, until it says that nothing is left', async () => {
    inDocument()
    const fake = createStandardFake({ without: ['standard:connect'] })
    Object.defineProperty(fake.target, 'accounts', { value: [] })
    registerWallet(fake.target, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    comeBack()
    fake.emit('change', { features: {} })
    fake.emit('change', { chains: 7 })
    await settle()
    expect(session.activeAccount('bip122')?.address).toBe(fake.keys[0]?.address)
    fake.emit('change', { accounts: [] })
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
  })

  const rubbish = { address: 'bc1qnobody', purpose: 'payment', chains: ['bitcoin:mainnet'] }
  it.each<[string, () => Fake, (fake: Fake) => void, (fake: Fake) => void]>([
    [
      'sats-connect',
      createRequestFake,
      (fake) => fake.emit('accountChange', { addresses: [rubbish] }),
      (fake) => fake.answer('wallet_getAccount', () => ({ addresses: [rubbish] })),
    ],
    [
      'Wallet Standard',
      createStandardFake,
      (fake) => fake.emit('change', { accounts: [rubbish] }),
      (fake) => fake.answer('standard:connect', () => ({ accounts: [rubbish] })),
    ],
    [
      'UniSat',
      createUnisatFake,
      (fake) => fake.emit('accountsChanged', 7),
      (fake) => fake.answer('getAccounts', () => ['bc1qnobody']),
    ],
  ])(
    'asks %s when it reports accounts that cannot be, and ends when it answers them, too',
    async (dialect, create, report, lie) => {
      const fake = create()
      const put = { 'sats-connect': putRequest, UniSat: putUnisat }[dialect]
      if (put) put(fake)
      else registerWallet(fake.target, page)
      const session = (await start()).get(Session)
      await session.connect({ connectorId })
      fake.calls.length = 0
      for (let count = 0; count < 50; count += 1) report(fake)
      await settle()
      expect(session.activeAccount('bip122')?.address).toBe(fake.keys[0]?.address)
      // One question at a time, and one for reports of one moment.
      const questions = ['wallet_getAccount', 'standard:connect', 'getAccounts']
      expect(fake.calls.filter(({ method }) => questions.includes(method))).toHaveLength(1)
      lie(fake)
      report(fake)
      await vi.waitFor(() => expect(session.state.connections).toEqual([]))
    },
  )

  it('drops an answer that an event has overtaken', async () => {
    const fake = createUnisatFake()
    putUnisat(fake)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    const [slow, quick] = [fakeKey(2, 'p2wpkh', 'mainnet'), fakeKey(3, 'p2wpkh', 'mainnet')]
    let answer: (value: unknown) => void = () => {}
    const asked = vi.fn(() => new Promise((resolve) => (answer = resolve)))
    fake.answer('getAccounts', asked)
    fake.emit('accountsChanged', [slow.address])
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
    fake.answer('getAccounts', () => [quick.address])
    fake.answer('getPublicKey', () => quick.publicKey)
    fake.emit('accountsChanged', [quick.address])
    answer([slow.address])
    const shown: unknown[] = []
    for (let turn = 0; turn < 100; turn += 1) {
      await Promise.resolve()
      shown.push(session.activeAccount('bip122')?.address)
    }
    await settle()
    expect(session.activeAccount('bip122')?.address).toBe(quick.address)
    expect(shown).not.toContain(slow.address)
  })

  it.each<[string, () => Fake, string, (fake: Fake) => void]>([
    ['UniSat', createUnisatFake, 'requestAccounts', (fake) => fake.emit('accountsChanged', [])],
    ['sats-connect', createRequestFake, 'wallet_connect', (fake) => fake.emit('accountChange', {})],
    ['Wallet Standard', createStandardFake, 'bitcoin:connect', (fake) => fake.emit('refresh')],
  ])(
    'does not miss what %s tells after it has made its first answer',
    async (dialect, create, method, tell) => {
      const fake = create()
      const put = protocols.find(([name]) => name.includes(dialect))?.[2]
      put?.(fake)
      const session = (await start()).get(Session)
      const then = fakeKey(2, 'p2wpkh', 'mainnet')
      fake.beforeAnswer = (asked) => {
        if (asked !== method) return
        fake.beforeAnswer = undefined
        Object.assign(fake, { keys: [then] })
        tell(fake)
      }
      await session.connect({ connectorId })
      expect(session.activeAccount('bip122')?.address).toBe(then.address)
    },
  )

  it.each<[string, () => Fake]>([
    ['UniSat', createUnisatFake],
    ['sats-connect', createRequestFake],
    ['Wallet Standard', createStandardFake],
  ])('sees a change that %s did not tell when the page comes back', async (dialect, create) => {
    inDocument()
    const fake = create()
    protocols.find(([name]) => name.includes(dialect))?.[2](fake)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    Object.assign(fake, { keys: [fakeKey(2, 'p2wpkh', 'mainnet')] })
    comeBack()
    await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(fake.keys[0]?.address))
    fake.allowed = false
    comeBack()
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
    fake.allowed = true
    comeBack()
    await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(fake.keys[0]?.address))
    const prompts = ['requestAccounts', 'wallet_connect', 'getAddresses', 'bitcoin:connect']
    expect(fake.calls.filter(({ method }) => prompts.includes(method))).toHaveLength(1)
  })

  it('keeps a sats-connect wallet that doesn’t know how to say what it shares, and shows what it tells', async () => {
    inDocument()
    const fake = createRequestFake({ without: ['wallet_getAccount', 'wallet_getNetwork'] })
    putRequest(fake)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    comeBack()
    fake.emit('accountChange', { type: 'accountChange' })
    await settle()
    expect(session.activeAccount('bip122')?.address).toBe(fake.keys[0]?.address)
    const { address, publicKey } = fakeKey(2, 'p2wpkh', 'mainnet')
    fake.emit('accountChange', { addresses: [{ address, publicKey, purpose: 'payment' }] })
    await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(address))
    fake.emit('disconnect', { type: 'disconnect' })
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
  })

  it('can still ask a wallet to switch after it told of another account', async () => {
    const fake = createUnisatFake({ keys: [fakeKey(1, 'p2wpkh', 'testnet')], chain: 'testnet' })
    putUnisat(fake)
    const kernel = await start()
    const session = kernel.get(Session)
    await session.connect({ connectorId })
    const other = fakeKey(2, 'p2wpkh', 'testnet')
    Object.assign(fake, { keys: [other] })
    fake.emit('accountsChanged', [other.address])
    await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(other.address))
    await kernel.get(Networks).switch(bitcoinSignet.id)
    expect(session.activeAccount('bip122')?.id).toBe(`${bitcoinSignet.id}:${other.address}`)
  })

  it('hears nothing after the end, even from a wallet that keeps listeners', async () => {
    const fake = createUnisatFake()
    fake.target.removeListener = () => {}
    putUnisat(fake)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    await session.disconnect()
    fake.calls.length = 0
    fake.emit('accountsChanged', [fakeKey(2, 'p2wpkh', 'mainnet').address])
    await settle()
    expect(session.state.connections).toEqual([])
  })
})

describe('networks', () => {
  it('asks a wallet on another network to switch, and takes its accounts there', async () => {
    const keys = [fakeKey(1, 'p2wpkh', 'regtest')]
    const fake = createUnisatFake({ chain: 'mainnet' })
    fake.answer('switchChain', (chain) => {
      expect(chain).toBe('BITCOIN_REGTEST')
      Object.assign(fake, { chain: 'regtest', keys })
    })
    putUnisat(fake)
    const kernel = await start(memoryStorage(), [bitcoinRegtest])
    await kernel.get(Session).connect({ connectorId })
    // Connected at once, and moved afterwards.
    await expect
      .poll(() => kernel.get(Session).activeAccount('bip122')?.id)
      .toBe(`${bitcoinRegtest.id}:${keys[0]?.address}`)
  })

  it('offers a wallet on a network that nobody here knows to switch, and connects whether it does or not', async () => {
    for (const isDeclined of [false, true]) {
      const fake = createUnisatFake()
      const unknown = () => ({ enum: 'FRACTAL_BITCOIN_MAINNET', name: 'Fractal', network: 'x' })
      fake.answer('getChain', unknown)
      fake.answer('switchChain', () => {
        if (isDeclined) throw { code: 4001, message: 'User rejected the request.' }
        fake.answer('getChain', undefined)
      })
      putUnisat(fake)
      const kernel = await start()
      await kernel.get(Session).connect({ connectorId })
      await expect
        .poll(() => kernel.get(Networks).active('bip122')?.status)
        .toBe(isDeclined ? 'unsupported' : 'supported')
      expect(fake.calls.filter(({ method }) => method === 'switchChain')).toHaveLength(1)
    }
  })

  it('waits for the accounts of a wallet that has none right after it switched', async () => {
    const fake = createUnisatFake()
    putUnisat(fake)
    const kernel = await start()
    const session = kernel.get(Session)
    await session.connect({ connectorId })
    const there = fakeKey(1, 'p2wpkh', 'signet')
    let left = 2
    fake.answer('switchChain', () => {
      Object.assign(fake, { chain: 'signet', keys: [there] })
      fake.answer('getAccounts', () => {
        left -= 1
        return left < 0 ? [there.address] : []
      })
      fake.emit('accountsChanged', [])
      fake.emit('chainChanged', { enum: 'BITCOIN_SIGNET' })
    })
    await kernel.get(Networks).switch(bitcoinSignet.id)
    expect(session.activeAccount('bip122')?.id).toBe(`${bitcoinSignet.id}:${there.address}`)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(session.state.connections).toHaveLength(1)
  })

  it('connects all the same when the person declines the switch, and says that the network is not supported', async () => {
    const fake = createUnisatFake({ chain: 'mainnet' })
    fake.answer('switchChain', () => {
      throw { code: 4001, message: 'User rejected the request.' }
    })
    putUnisat(fake)
    const kernel = await start(memoryStorage(), [bitcoinSignet])
    await kernel.get(Session).connect({ connectorId })
    expect(kernel.get(Networks).active('bip122')).toMatchObject({
      status: 'unsupported',
      id: bitcoinMainnet.id,
    })
  })

  it('says when a wallet only pretends to switch', async () => {
    const fake = createUnisatFake()
    fake.answer('switchChain', () => null)
    putUnisat(fake)
    const kernel = await start()
    await kernel.get(Session).connect({ connectorId })
    await expect(kernel.get(Networks).switch(bitcoinSignet.id)).rejects.toMatchObject({
      code: 'WALLET_NETWORK_UNCHANGED',
    })
  })

  it('leaves the choice among networks of one form to the app, and refuses others', async () => {
    const fake = createStandardFake({ chain: 'signet' })
    registerWallet(fake.target, page)
    const kernel = await start()
    await kernel.get(Session).connect({ connectorId })
    expect(kernel.get(Networks).active('bip122')?.id).toBe(bitcoinSignet.id)
    await expect(kernel.get(Networks).switch(bitcoinMainnet.id)).rejects.toMatchObject({
      code: 'NETWORK_NOT_APPROVED',
    })
  })

  it('refuses a wallet whose addresses are not of the network that it names', async () => {
    const fake = createRequestFake({ chain: 'signet' })
    fake.answer('wallet_connect', () => ({
      addresses: [{ address: fakeKey(1, 'p2wpkh', 'mainnet').address, purpose: 'payment' }],
      network: { bitcoin: { name: 'Signet' } },
    }))
    putRequest(fake)
    await expect((await start()).get(Session).connect({ connectorId })).rejects.toMatchObject({
      code: 'WALLET_ANSWER_INVALID',
    })
  })
})

describe('sats-connect', () => {
  it.each([
    ['getAccounts', ['wallet_connect']],
    ['getAddresses', ['wallet_connect', 'getAccounts']],
  ])('asks %s of a wallet that has no newer method', async (_, without) => {
    const fake = createRequestFake({ without: [...without, 'wallet_getAccount', 'wallet_getNetwork'] })
    putRequest(fake)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    expect(session.activeAccount('bip122')?.kind).toBe('payment')
  })

  it.each([
    [-32000, 'USER_REJECTED'],
    [-32001, 'WALLET_METHOD_UNSUPPORTED'],
    [-32002, 'WALLET_ACCESS_DENIED'],
    [-32603, 'RPC_INTERNAL'],
  ])('maps the error %i to %s', async (number, code) => {
    const fake = createRequestFake({ without: ['getAccounts', 'getAddresses'] })
    fake.answer('wallet_connect', () => {
      throw { code: number, message: 'no' }
    })
    putRequest(fake)
    const error = await (await start())
      .get(Session)
      .connect({ connectorId })
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code })
    expect((error as Error).message).toMatchSnapshot()
  })

  it('does not take up a session that the wallet has ended', async () => {
    const storage = memoryStorage()
    const fake = createRequestFake()
    putRequest(fake)
    const before = await start(storage)
    await before.get(Session).connect({ connectorId })
    await before.dispose()
    fake.allowed = false
    const session = (await start(storage)).get(Session)
    await restored(session)
    expect(session.state.connections).toEqual([])
  })
})

it('lists nothing of a wallet that is not on the page', async () => {
  const kernel = await start()
  expect(kernel.list(Connector)).toEqual([])
  await expect(kernel.get(Session).connect({ connectorId })).rejects.toMatchObject({
    code: 'CONNECTOR_NOT_FOUND',
  })
})
