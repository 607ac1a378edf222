import { markWallet } from '@latchkey/kernel/chain'
import { Connector, Networks, Session, type StorageAdapter } from '@latchkey/kernel/plugin'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeKey } from '../test/fakeKeys.js'
import {
  createLeatherFake,
  createPhantomFake,
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
    'Phantom',
    createPhantomFake,
    ({ target }) => {
      page['phantom'] = { bitcoin: target }
      page['btc_providers'] = [{ id: 'phantom.bitcoin', name: 'Fake Wallet', icon }]
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
const [, [, , putRequest], , , [, , putUnisat]] = protocols as any
const restored = (session: { state: { restored: boolean } }) =>
  vi.waitFor(() => expect(session.state.restored).toBe(true))
/** Events are read anew by asking the wallet, which takes a few turns. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

describe.each(protocols)('%s', (protocol, create, put) => {
  const single = protocol === 'UniSat'
  const isSilent = protocol !== 'Phantom' && protocol !== 'Leather'
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
    expect(session.provider(Bip122Provider)?.provider).toBe(fake.target)
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
    ['nothing', undefined],
    ['null', null],
    ['a text', 'bc1q'],
    ['holes', [null]],
    ['no addresses', [{ address: 'satoshi', chains: ['bitcoin:mainnet'] }]],
    [
      'a key that is none',
      [{ address: fakeKey(1, 'p2wpkh', 'mainnet').address, publicKey: 'zz', chains: ['bitcoin:mainnet'] }],
    ],
    [
      'an endless list',
      new Array(2_000).fill({
        address: fakeKey(1, 'p2wpkh', 'mainnet').address,
        chains: ['bitcoin:mainnet'],
      }),
    ],
  ])('refuses %s in place of accounts with a code, and listens no more', async (what, answer) => {
    const fake = create()
    for (const method of ['bitcoin:connect', 'wallet_connect', 'getAddresses', 'requestAccounts']) {
      fake.answer(method, () =>
        single && Array.isArray(answer) ? answer.map((entry: any) => entry?.address ?? entry) : answer,
      )
    }
    if (single && what === 'a key that is none') fake.answer('getPublicKey', () => 'zz')
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

    fake.emit('accountsChanged', [])
    expect(session.state.connections).toEqual([])
    expect(fake.listenerCount()).toBe(0)
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
    fake.emit('disconnect', { type: 'disconnect' })
    expect(session.state.connections).toEqual([])
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
    expect(session.state.connections).toEqual([])
    expect(fake.listenerCount()).toBe(1)
  })

  it('ends when the wallet reports accounts that cannot be', async () => {
    const fake = createRequestFake()
    putRequest(fake)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    fake.emit('accountChange', { addresses: [{ address: 'bc1qnobody', purpose: 'payment' }] })
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
  })

  it('believes the later of two answers that cross', async () => {
    const fake = createUnisatFake()
    putUnisat(fake)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    const [slow, quick] = [fakeKey(2, 'p2wpkh', 'mainnet'), fakeKey(3, 'p2wpkh', 'mainnet')]
    let answer: (value: unknown) => void = () => {}
    fake.answer('getAccounts', () => new Promise((resolve) => (answer = resolve)))
    fake.emit('accountsChanged', [slow.address])
    fake.answer('getAccounts', () => [quick.address])
    fake.answer('getPublicKey', () => quick.publicKey)
    fake.emit('accountsChanged', [quick.address])
    await vi.waitFor(() => expect(session.activeAccount('bip122')?.address).toBe(quick.address))
    answer([slow.address])
    await settle()
    expect(session.activeAccount('bip122')?.address).toBe(quick.address)
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
    expect(kernel.get(Session).activeAccount('bip122')?.id).toBe(`${bitcoinRegtest.id}:${keys[0]?.address}`)
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
