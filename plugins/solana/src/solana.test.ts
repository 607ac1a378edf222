import { setMaxListeners } from 'node:events'
import { Connector, Namespace } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import type { StorageAdapter } from '@latchkey/kernel/contracts'
import { createKernel, type Kernel, memoryStorage } from '@latchkey/kernel'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chains, createFakeWallet, fakeAccount, registerWallet, walletId } from '../test/fakeWallet.js'
import { solanaDevnet, solanaMainnet, solana, SolanaProvider } from './index.js'

let page: EventTarget
const kernels: Kernel[] = []

beforeEach(() => {
  page = new EventTarget()
  setMaxListeners(0, page)
  vi.stubGlobal('window', page)
})
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
  vi.unstubAllGlobals()
})

async function start(storage: StorageAdapter = memoryStorage(), networks = [solanaMainnet, solanaDevnet]) {
  const kernel = createKernel([solana({ networks })], { storage, onPluginError: 'throw', logLevel: 'silent' })
  kernels.push(kernel)
  await kernel.start()
  return kernel
}

const ids = (kernel: Kernel) => kernel.list(Connector).map((connector) => connector.id)
const connectorId = walletId(createFakeWallet().wallet)
/** Lets questions to the wallet be answered. */
const settled = () => new Promise((resolve) => setTimeout(resolve))

describe('discovery', () => {
  it('lists wallets that were there before and that come later, and drops those that leave', async () => {
    const leave = registerWallet(createFakeWallet({ name: 'Early Bird' }).wallet, page)
    const kernel = await start()
    expect(ids(kernel)).toEqual([expect.stringMatching(/^solana\.wallet\.early-bird~\w+$/)])
    const leaveLater = registerWallet(createFakeWallet({ name: 'Zu spät!' }).wallet, page)
    expect(ids(kernel).map((id) => id.split('~')[0])).toEqual([
      'solana.wallet.early-bird',
      'solana.wallet.zu-spät',
    ])
    const [early] = kernel.list(Connector)
    expect(early).toMatchObject({ name: 'Early Bird', group: 'announced', namespaces: ['solana'] })
    expect(early?.readiness()).toBe('installed')
    leave()
    leave()
    leaveLater()
    expect(ids(kernel)).toEqual([])
  })

  it('gives wallets of one name ids of their own, the same after a reload', async () => {
    const one = createFakeWallet()
    const two = createFakeWallet()
    registerWallet(one.wallet, page)
    registerWallet(one.wallet, page)
    registerWallet(two.wallet, page)
    const kernel = await start()
    expect(ids(kernel)).toEqual([`${connectorId}.2`, `${connectorId}.3`])
    expect(ids(await start())).toEqual(ids(kernel))
  })

  it('leaves out wallets of other chains and without the features that are needed', async () => {
    registerWallet(createFakeWallet({ chains: ['sui:mainnet', 'bitcoin:mainnet'] }).wallet, page)
    registerWallet(createFakeWallet({ without: ['standard:connect'] }).wallet, page)
    registerWallet(
      createFakeWallet({ without: ['solana:signMessage', 'solana:signTransaction', 'solana:signIn'] }).wallet,
      page,
    )
    expect(ids(await start())).toEqual([])
  })

  it('lists a wallet when it gains Solana and drops it when it loses it', async () => {
    const fake = createFakeWallet({ chains: ['sui:mainnet'] })
    registerWallet(fake.wallet, page)
    const kernel = await start()
    expect(ids(kernel)).toEqual([])
    fake.change({ chains })
    expect(ids(kernel)).toEqual([connectorId])
    fake.change({ chains: ['sui:mainnet'] })
    expect(ids(kernel)).toEqual([])
  })

  it('survives hostile registrations', async () => {
    const kernel = await start()
    const hostile: unknown[] = [
      null,
      undefined,
      1,
      {},
      { name: 'x', chains: 'solana:mainnet', features: {} },
      {
        get name() {
          throw new Error('no')
        },
      },
      new Proxy(
        {},
        {
          get: () => {
            throw new Error('no')
          },
        },
      ),
      { ...createFakeWallet().wallet, features: { 'standard:connect': { connect: 1 } } },
    ]
    for (const wallet of hostile) registerWallet(wallet, page)
    for (const detail of [
      null,
      1,
      {},
      () => {
        throw new Error('no')
      },
    ]) {
      page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    }
    expect(ids(kernel)).toEqual([])
    for (let count = 0; count < 600; count += 1) {
      registerWallet(createFakeWallet({ name: `Wallet ${count}` }).wallet, page)
    }
    expect(ids(kernel).length).toBeLessThanOrEqual(500)
  })

  it('shows names and pictures that cannot deceive or harm', async () => {
    const { wallet } = createFakeWallet()
    const disguised = {
      ...wallet,
      chains: wallet.chains,
      features: wallet.features,
      name: '\u202eevil\u0000 \n name'.padEnd(500, '!'),
      icon: 'data:image/svg+xml,<svg onload="alert(1)"/>',
    }
    registerWallet(disguised, page)
    const [connector] = (await start()).list(Connector)
    expect(connector?.name).toBe(`evil name${'!'.repeat(31)}`)
    expect(connector?.icon).toBeUndefined()
  })

  it('stops with the kernel', async () => {
    const fake = createFakeWallet()
    registerWallet(fake.wallet, page)
    const kernel = await start()
    expect(fake.listeners.size).toBe(1)
    await kernel.dispose()
    expect(fake.listeners.size).toBe(0)
    registerWallet(createFakeWallet({ name: 'Late' }).wallet, page)
    expect(ids(kernel).filter((id) => id.includes('late'))).toEqual([])
  })

  it('declares without a page', async () => {
    vi.unstubAllGlobals()
    const kernel = await start()
    expect(kernel.list(Namespace)[0]).toMatchObject({ id: 'solana', label: 'Solana' })
    expect(ids(kernel)).toEqual([])
  })
})

describe('connecting', () => {
  it('connects every account and offers the wallet itself', async () => {
    const fake = createFakeWallet({ seeds: [1, 2] })
    registerWallet(fake.wallet, page)
    const kernel = await start()
    const session = kernel.get(Session)
    const record = await session.connect({ connectorId })
    expect(record.accounts).toEqual(
      fake.accounts.map(({ address, publicKey }) => ({
        id: `${solanaMainnet.id}:${address}`,
        namespace: 'solana',
        address,
        kind: 'eoa',
        publicKey: Buffer.from(publicKey).toString('hex'),
      })),
    )
    expect(record.approvedNetworks).toEqual({ solana: [solanaMainnet.id, solanaDevnet.id] })
    expect(session.provider(SolanaProvider)?.accounts).toBe(fake.wallet.accounts)
    expect(fake.calls).toEqual([{ feature: 'standard:connect', inputs: [{}] }])
  })

  it('follows account changes, which replace the list', async () => {
    const fake = createFakeWallet({ seeds: [1, 2] })
    registerWallet(fake.wallet, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    fake.change({ accounts: [fake.accounts[1]] })
    expect(session.activeAccount('solana')?.address).toBe(fake.accounts[1]?.address)
  })

  // The wallet is asked first: many tell an empty list before their own, and lock and unlock at once.
  it.each<[string, unknown]>([
    ['an empty list', []],
    ['an account that cannot be', [{ ...createFakeWallet().accounts[0], publicKey: new Uint8Array(32) }]],
    ['no list', 7],
  ])('asks a wallet that reports %s, silently, before anything ends', async (_, accounts) => {
    const fake = createFakeWallet({ seeds: [1, 2] })
    registerWallet(fake.wallet, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    fake.change({ accounts: accounts as never })
    await vi.waitFor(() => expect(fake.calls.at(-1)?.inputs).toEqual([{ silent: true }]))
    await settled()
    expect(session.activeAccount('solana')?.address).toBe(fake.accounts[0]?.address)
    fake.allowed = false
    fake.change({ accounts: accounts as never })
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
    await settled()
    // The list of wallets, and who waits for accounts.
    expect(fake.listeners.size).toBe(2)
    expect(fake.calls.filter(({ feature }) => feature === 'standard:connect')).toHaveLength(3)
  })

  it('ends when a wallet reports, and answers, accounts that cannot be', async () => {
    const fake = createFakeWallet()
    registerWallet(fake.wallet, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    const accounts = [{ ...fake.accounts[0], publicKey: new Uint8Array(32) }]
    fake.answer('standard:connect', () => ({ accounts }))
    fake.change({ accounts })
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
  })

  it('shows the account that a wallet tells right after an empty list, and keeps one that it cannot ask about', async () => {
    const fake = createFakeWallet({ seeds: [1, 2] })
    registerWallet(fake.wallet, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    fake.change({ accounts: [] })
    fake.change({ accounts: [fake.accounts[1]] })
    expect(session.activeAccount('solana')?.address).toBe(fake.accounts[1]?.address)
    await settled()
    expect(session.activeAccount('solana')?.address).toBe(fake.accounts[1]?.address)
    fake.answer('standard:connect', () => {
      throw new Error('busy')
    })
    fake.change({ accounts: 7 as never })
    await settled()
    expect(session.activeAccount('solana')?.address).toBe(fake.accounts[1]?.address)
  })

  it('believes an answer that disagrees with an event told before the wallet’s own list followed', async () => {
    const fake = createFakeWallet({ seeds: [1, 2] })
    registerWallet(fake.wallet, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    fake.answer('standard:connect', () => ({ accounts: [fake.accounts[1]] }))
    for (const listener of [...fake.listeners]) listener({ accounts: [fake.accounts[1]] })
    await vi.waitFor(() => expect(session.activeAccount('solana')?.address).toBe(fake.accounts[1]?.address))
  })

  it('asks one question at a time, however many events say nothing', async () => {
    const fake = createFakeWallet()
    registerWallet(fake.wallet, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    fake.calls.length = 0
    for (let count = 0; count < 100; count += 1) fake.change({ accounts: [] })
    await settled()
    expect(fake.calls).toHaveLength(1)
    expect(session.activeAccount('solana')?.address).toBe(fake.accounts[0]?.address)
  })

  it('stops asking a wallet that tells an empty list whenever it is asked', async () => {
    const fake = createFakeWallet()
    registerWallet(fake.wallet, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    fake.calls.length = 0
    fake.answer('standard:connect', () => {
      fake.change({ accounts: [] })
      return { accounts: [] }
    })
    fake.change({ accounts: [] })
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
    expect(fake.calls.length).toBeLessThan(10)
  })

  it('narrows the networks when the wallet drops a cluster, and ends when none is left', async () => {
    const fake = createFakeWallet()
    registerWallet(fake.wallet, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    fake.change({ chains: ['solana:devnet'] })
    expect(session.activeConnection('solana')?.approvedNetworks).toEqual({ solana: [solanaDevnet.id] })
    fake.change({ chains: ['solana:testnet'] })
    await vi.waitFor(() => expect(session.state.connections).toEqual([]))
  })

  it('leaves accounts of other chains and repeated ones out', async () => {
    const fake = createFakeWallet()
    const [own] = fake.accounts
    fake.answer('standard:connect', () => ({
      accounts: [
        { address: '0x1', publicKey: new Uint8Array(20), chains: ['eip155:1'], features: [] },
        own,
        own,
      ],
    }))
    registerWallet(fake.wallet, page)
    const record = await (await start()).get(Session).connect({ connectorId })
    expect(record.accounts.map((account) => account.address)).toEqual([own?.address])
  })

  it.each([
    ['a number', { code: 4001, message: 'x' }],
    ["Wallet Standard's own number", { context: { __code: 4001000 }, message: 'x' }],
    ['words', new Error('User rejected the request.')],
    ['other words', new Error('Approval Denied')],
    ['a closed window', new Error('Plugin Closed')],
  ])('knows a rejection by %s', async (_, error) => {
    const fake = createFakeWallet()
    fake.answer('standard:connect', () => {
      throw error
    })
    registerWallet(fake.wallet, page)
    await expect((await start()).get(Session).connect({ connectorId })).rejects.toMatchObject({
      code: 'USER_REJECTED',
    })
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['no list', { accounts: 'mine' }],
    ['holes', { accounts: [null] }],
    ['text', { accounts: ['9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'] }],
    [
      'an address of 31 bytes',
      {
        accounts: [
          {
            ...fakeAccount(new Uint8Array(32).fill(9)),
            address: '2xea9jWJ9eca3dFiefTeSPP85c6qXqunCqL2h2JNffM',
          },
        ],
      },
    ],
    [
      'the key of another',
      { accounts: [{ ...fakeAccount(new Uint8Array(32).fill(9)), publicKey: new Uint8Array(32) }] },
    ],
  ])('refuses an answer of %s with a code', async (_, answer) => {
    const fake = createFakeWallet()
    fake.answer('standard:connect', () => answer)
    registerWallet(fake.wallet, page)
    await expect((await start()).get(Session).connect({ connectorId })).rejects.toMatchObject({
      code: 'WALLET_ANSWER_INVALID',
    })
  })

  it('says when the wallet shares nothing, or has no network in common', async () => {
    const fake = createFakeWallet()
    fake.answer('standard:connect', () => ({ accounts: [] }))
    registerWallet(fake.wallet, page)
    const kernel = await start()
    await expect(kernel.get(Session).connect({ connectorId })).rejects.toThrowErrorMatchingInlineSnapshot(
      `[ConnectorError: Fake Wallet shared no account for these networks. Choose an account there and try again.]`,
    )
    fake.change({ chains: ['solana:testnet'] })
    fake.calls.length = 0
    await expect(kernel.get(Session).connect({ connectorId })).rejects.toThrowErrorMatchingInlineSnapshot(
      `[ConnectorError: Fake Wallet supports none of the Solana networks this app uses.]`,
    )
    expect(fake.calls).toEqual([])
  })

  it('gives up when the person cancels, whatever the wallet does later', async () => {
    const fake = createFakeWallet()
    let answer: (value: unknown) => void = () => {}
    fake.answer('standard:connect', () => new Promise((resolve) => (answer = resolve)))
    registerWallet(fake.wallet, page)
    const session = (await start()).get(Session)
    const controller = new AbortController()
    const attempt = session.connect({ connectorId, signal: controller.signal })
    await vi.waitFor(() => expect(fake.calls).toHaveLength(1))
    controller.abort(new Error('cancelled'))
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    answer({ accounts: fake.accounts })
    await Promise.resolve()
    expect(session.state.connections).toEqual([])
    expect(fake.listeners.size).toBe(1)
  })

  it('disconnects the wallet, and stops listening to one that has no disconnect', async () => {
    const fake = createFakeWallet()
    registerWallet(fake.wallet, page)
    const simple = createFakeWallet({ name: 'Simple', without: ['standard:disconnect'] })
    registerWallet(simple.wallet, page)
    const session = (await start()).get(Session)
    await session.connect({ connectorId })
    await session.disconnect()
    expect(fake.calls.at(-1)?.feature).toBe('standard:disconnect')
    await session.connect({ connectorId: walletId(simple.wallet) })
    await session.disconnect()
    expect(simple.listeners.size).toBe(1)
    simple.change({ accounts: simple.accounts })
    expect(session.state.connections).toEqual([])
  })
})

describe('restoring', () => {
  it('takes up the session silently after a reload', async () => {
    const storage = memoryStorage()
    const fake = createFakeWallet()
    registerWallet(fake.wallet, page)
    const first = await start(storage)
    await first.get(Session).connect({ connectorId })
    await first.dispose()
    fake.calls.length = 0
    const session = (await start(storage)).get(Session)
    await vi.waitFor(() => expect(session.state.restored).toBe(true))
    expect(session.activeAccount('solana')?.address).toBe(fake.accounts[0]?.address)
    expect(fake.calls).toEqual([{ feature: 'standard:connect', inputs: [{ silent: true }] }])
  })

  it('stays disconnected when the wallet no longer allows it', async () => {
    const storage = memoryStorage()
    const fake = createFakeWallet()
    registerWallet(fake.wallet, page)
    const first = await start(storage)
    await first.get(Session).connect({ connectorId })
    await first.dispose()
    fake.allowed = false
    const session = (await start(storage)).get(Session)
    await vi.waitFor(() => expect(session.state.restored).toBe(true))
    expect(session.state.connections).toEqual([])
  })
})
