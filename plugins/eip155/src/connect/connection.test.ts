// The wallet is the test wallet over a real chain; a scripted provider stands in where no wallet behaves so.
import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import type { ConnectionChange } from '@latchkey/kernel/contracts'
import type { ConnectRequest, LogService, NetworkId } from '@latchkey/kernel/plugin'
import {
  createEvmTestWallet,
  type EvmTestWalletOptions,
  type GarbageKind,
} from '../../../../testkit/src/evm/index.js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readNetworks } from '../networks.js'
import type { Eip1193Provider } from '../provider.js'
import { createOpener } from './connection.js'

const log: LogService = { error() {}, warn() {}, info() {}, debug() {} }
const clock = {
  now: () => Date.now(),
  setTimeout: (callback: () => void, delay: number) => setTimeout(callback, delay),
  clearTimeout,
}
const events = ['accountsChanged', 'chainChanged', 'disconnect']

let first: EvmStack
let second: EvmStack
beforeAll(async () => {
  ;[first, second] = await Promise.all([startEvm(), startEvm({ chainId: 31338 })])
})
afterAll(() => Promise.all([first?.stop(), second?.stop()]))

function setUp(walletOptions: EvmTestWalletOptions = {}) {
  const wallet = createEvmTestWallet({
    chains: [{ chainId: first.chainId, rpcUrl: first.url, name: 'First' }],
    accounts: first.accounts.slice(0, 2).map((account) => account.privateKey),
    ...walletOptions,
  })
  const networks = readNetworks([first.chain, second.chain])
  const opener = createOpener({ networks, clock, log })
  const changes: ConnectionChange[] = []
  const request = (...networkIds: NetworkId[]): ConnectRequest => ({
    namespaces: ['eip155'],
    networkIds,
    signal: new AbortController().signal,
    onChange: (change) => changes.push(change),
  })
  const access = { name: wallet.info.name, provider: () => wallet.provider as Eip1193Provider }
  const listeners = () => events.reduce((sum, event) => sum + wallet.control.listenerCount(event), 0)
  const methods = () => wallet.control.requests.map(({ method }) => method)
  return { wallet, opener, changes, request, access, listeners, methods }
}

/** A wallet that does exactly what a test says. */
function scripted(first: readonly string[] = [addressOf(1)]) {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const answers = new Map<string, unknown>([
    ['eth_requestAccounts', first],
    ['eth_accounts', first],
    ['eth_chainId', '0x7a69'],
  ])
  const asked: string[] = []
  const wallet: Eip1193Provider = {
    async request({ method }) {
      asked.push(method)
      const answer = answers.get(method)
      return typeof answer === 'function' ? answer() : answer
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
  const bench = setUp()
  return {
    asked,
    changes: bench.changes,
    answer: (method: string, value: unknown) => void answers.set(method, value),
    emit: (event: string, payload: unknown) =>
      listeners.get(event)?.forEach((listener) => void listener(payload)),
    listeners: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
    provider: {
      connect: () => bench.opener.connect({ name: 'Scripted', provider: () => wallet }, bench.request()),
      restore: () => bench.opener.restore({ name: 'Scripted', provider: () => wallet }, bench.request()),
    },
  }
}

const addressOf = (index: number) => `0x${index.toString().padStart(40, '0')}`

type Bench = ReturnType<typeof setUp>
const idOf = (stack: EvmStack): NetworkId => `eip155:${stack.chainId}`

describe('connect', () => {
  let bench: Bench
  beforeEach(() => {
    bench = setUp()
  })
  const connect = (...networkIds: NetworkId[]) =>
    bench.opener.connect(bench.access, bench.request(...networkIds))

  it('grants the account in EIP-55 form on the network of the wallet', async () => {
    const connection = await connect(idOf(first))
    const { address } = first.accounts[0]!
    expect(connection.accounts).toEqual([
      { id: `eip155:31337:${address}`, namespace: 'eip155', address, kind: 'eoa' },
    ])
    expect(connection.networks).toEqual({ eip155: 'eip155:31337' })
    expect(connection.provider('eip155')).toBe(bench.wallet.provider)
    expect(bench.methods()).toEqual(['eth_requestAccounts', 'eth_chainId'])
    expect(bench.listeners()).toBe(3)
  })

  it('grants every account that the wallet shares', async () => {
    bench = setUp({ exposeAllAccounts: true })
    const connection = await connect()
    expect(connection.accounts.map(({ address }) => address)).toEqual(
      first.accounts.slice(0, 2).map(({ address }) => address),
    )
  })

  it('reports a declined prompt as the person’s choice and leaves no listener', async () => {
    bench.wallet.control.rejectNext('eth_requestAccounts')
    await expect(connect()).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(bench.listeners()).toBe(0)
  })

  it('is done once accounts are there, and asks for no other network', async () => {
    const connection = await connect(idOf(second))
    expect(connection.networks).toEqual({ eip155: 'eip155:31337' })
    expect(bench.methods()).toEqual(['eth_requestAccounts', 'eth_chainId'])
  })

  it('ends when it is cancelled while the wallet asks, and listens no more', async () => {
    bench.wallet.control.setApproval('ask')
    const controller = new AbortController()
    const attempt = bench.opener.connect(bench.access, { ...bench.request(), signal: controller.signal })
    await bench.wallet.control.waitForPending('eth_requestAccounts')
    const reason = new Error('cancelled')
    controller.abort(reason)
    await expect(attempt).rejects.toMatchObject({ code: 'REQUEST_ABORTED', cause: reason })
    expect(bench.listeners()).toBe(0)
  })

  const kinds: GarbageKind[] = [
    'null',
    'emptyString',
    'number',
    'emptyObject',
    'nestedArray',
    'html',
    'notHex',
    'hugeString',
  ]
  it.each(kinds)('refuses rubbish (%s) in place of accounts', async (kind) => {
    bench.wallet.control.garbage(kind, 'eth_requestAccounts')
    await expect(connect()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    expect(bench.listeners()).toBe(0)
  })

  it.each(kinds.filter((kind) => kind !== 'number'))(
    'refuses rubbish (%s) in place of a chain id and listens no more',
    async (kind) => {
      bench.wallet.control.garbage(kind, 'eth_chainId')
      await expect(connect()).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
      expect(bench.listeners()).toBe(0)
    },
  )

  it.each<[GarbageKind, string]>([
    // The one word “rejected”: nothing can be lost while connecting.
    ['throwsString', 'USER_REJECTED'],
    ['throwsUndefined', 'RPC_UNKNOWN'],
    ['throwsCodelessError', 'RPC_UNKNOWN'],
  ])('gives a code to what a wallet throws (%s)', async (kind, code) => {
    bench.wallet.control.garbage(kind, 'eth_requestAccounts')
    await expect(connect()).rejects.toMatchObject({ code })
  })

  it('says so when the wallet shares no account', async () => {
    const provider: Eip1193Provider = { request: async () => [] }
    const attempt = bench.opener.connect({ name: 'Empty', provider: () => provider }, bench.request())
    await expect(attempt).rejects.toMatchObject({
      code: 'WALLET_NO_ACCOUNTS',
      shortMessage: 'Empty shared no account. Unlock it and allow this app to see one.',
    })
  })

  it('says so when there is no wallet', async () => {
    const attempt = bench.opener.connect({ name: 'Gone', provider: () => undefined }, bench.request())
    await expect(attempt).rejects.toMatchObject({ code: 'WALLET_NOT_FOUND' })
  })

  it('works with a wallet that has no events', async () => {
    const { address } = first.accounts[0]!
    const provider: Eip1193Provider = {
      request: async ({ method }) => (method === 'eth_chainId' ? '0x7a69' : [address.toLowerCase()]),
    }
    const connection = await bench.opener.connect(
      { name: 'Plain', provider: () => provider },
      bench.request(),
    )
    expect(connection.accounts[0]?.address).toBe(address)
    connection.release?.()
  })
})

describe('restore', () => {
  it('takes up a permitted wallet without any prompt', async () => {
    const bench = setUp({ permitted: true })
    const connection = await bench.opener.restore(bench.access, bench.request(idOf(second)))
    expect(connection?.accounts).toHaveLength(1)
    expect(connection?.networks).toEqual({ eip155: 'eip155:31337' })
    expect(bench.methods()).toEqual(['eth_accounts', 'eth_chainId'])
  })

  it('answers nothing when the wallet shares no account any more', async () => {
    const bench = setUp()
    expect(await bench.opener.restore(bench.access, bench.request())).toBeUndefined()
    expect(bench.methods()).toEqual(['eth_accounts'])
    expect(bench.listeners()).toBe(0)
  })

  it('answers nothing when there is no page to wait on', async () => {
    const bench = setUp()
    const gone = { name: 'Gone', provider: () => undefined }
    expect(await bench.opener.restore(gone, bench.request())).toBeUndefined()
  })
})

describe('a live connection', () => {
  let bench: Bench
  beforeEach(() => {
    bench = setUp({
      chains: [
        { chainId: first.chainId, rpcUrl: first.url },
        { chainId: second.chainId, rpcUrl: second.url },
      ],
    })
  })
  const connect = () => bench.opener.connect(bench.access, bench.request())

  it('tells changes of account and network', async () => {
    await connect()
    const { address } = first.accounts[1]!
    bench.wallet.control.switchAccount(address)
    bench.wallet.control.switchChain(second.chainId)
    expect(bench.changes).toEqual([
      { accounts: [{ id: `eip155:31337:${address}`, namespace: 'eip155', address, kind: 'eoa' }] },
      {
        networks: { eip155: 'eip155:31338' },
        accounts: [{ id: `eip155:31338:${address}`, namespace: 'eip155', address, kind: 'eoa' }],
      },
    ])
  })

  it('ends when the wallet takes the permission away', async () => {
    await connect()
    bench.wallet.control.lock()
    await expect.poll(() => bench.changes).toEqual([{ ended: {} }])
    expect(bench.listeners()).toBe(0)
  })

  it('outlives a wallet that locks and unlocks at once', async () => {
    await connect()
    bench.wallet.control.lock()
    bench.wallet.control.unlock()
    await expect.poll(() => bench.methods().at(-1)).toBe('eth_accounts')
    await new Promise((resolve) => setTimeout(resolve))
    expect(bench.changes.filter(({ ended }) => ended)).toEqual([])
    expect(bench.listeners()).toBe(3)
  })

  it('outlives a disconnect from all chains, which says nothing of the accounts (EIP-1193)', async () => {
    const connection = await connect()
    bench.wallet.control.disconnect()
    await expect.poll(() => bench.methods().at(-1)).toBe('eth_accounts')
    bench.wallet.control.reconnect()
    await connection.refresh?.()
    expect(bench.changes.filter(({ ended }) => ended)).toEqual([])
    expect(bench.listeners()).toBe(3)
  })

  it('ends when the wallet disconnects and shares nothing, with its reason', async () => {
    const { provider, changes, emit, answer } = scripted()
    await provider.connect()
    answer('eth_accounts', [])
    emit('disconnect', { code: 1000, message: 'Removed in the wallet' })
    await expect.poll(() => changes).toEqual([{ ended: { reason: 'Removed in the wallet' } }])
  })

  it.each([
    [
      'whose getters throw',
      {
        get code() {
          throw new Error('trap')
        },
        get message() {
          throw new Error('trap')
        },
      },
    ],
    [
      'that traps every question',
      new Proxy(
        {},
        {
          get() {
            throw new Error('trap')
          },
        },
      ),
    ],
    ['without a text', { code: Symbol('x'), message: {} }],
    ['that is missing', undefined],
  ])('ends when a wallet that shares nothing disconnects with an error %s', async (_, payload) => {
    const { provider, changes, emit, answer } = scripted()
    await provider.connect()
    answer('eth_accounts', [])
    emit('disconnect', payload)
    await expect.poll(() => changes).toEqual([{ ended: {} }])
  })

  it.each([1000, 1011, 1013, 4900])(
    'outlives a disconnect with %s while accounts are shared',
    async (code) => {
      await connect()
      bench.wallet.control.emit('disconnect', { code, message: 'Lost' })
      await expect.poll(() => bench.methods().at(-1)).toBe('eth_accounts')
      await new Promise((resolve) => setTimeout(resolve))
      expect(bench.changes.filter(({ ended }) => ended)).toEqual([])
      expect(bench.listeners()).toBe(3)
    },
  )

  it('outlives the disconnect that wallets emit while they change networks', async () => {
    await connect()
    bench.wallet.control.emit('disconnect', { code: 1013, message: 'Try again later' })
    await expect.poll(() => bench.methods().at(-1)).toBe('eth_accounts')
    bench.wallet.control.switchChain(second.chainId)
    expect(bench.changes).toMatchObject([{ networks: { eip155: 'eip155:31338' } }])
  })

  it('stays on that disconnect when no account can be read: that says nothing of them', async () => {
    await connect()
    bench.wallet.control.garbage('throwsString', 'eth_accounts')
    bench.wallet.control.emit('disconnect', { code: 1013, message: 'Try again later' })
    await expect.poll(() => bench.methods().at(-1)).toBe('eth_accounts')
    await new Promise((resolve) => setTimeout(resolve))
    expect(bench.changes).toEqual([])
    expect(bench.listeners()).toBe(3)
  })

  it.each([
    ['accountsChanged', null],
    ['accountsChanged', ['0xnope']],
    ['accountsChanged', 'html'],
    ['chainChanged', {}],
    ['chainChanged', '0x'],
    ['chainChanged', '-1'],
    ['chainChanged', Number.NaN],
    ['chainChanged', '0xffffffffffffffffffff'],
  ])('asks the wallet after rubbish in %s: %j', async (event, payload) => {
    await connect()
    bench.wallet.control.emit(event, payload)
    await expect.poll(() => bench.methods().slice(-2)).toEqual(['eth_accounts', 'eth_chainId'])
    await new Promise((resolve) => setTimeout(resolve))
    expect(bench.changes.every(({ ended, networks }) => !ended && !networks)).toBe(true)
    expect(bench.listeners()).toBe(3)
  })

  it.each([['0x7a6a'], ['31338'], [31338]])('understands the chain id %j', async (payload) => {
    await connect()
    bench.wallet.control.emit('chainChanged', payload)
    expect(bench.changes).toMatchObject([{ networks: { eip155: 'eip155:31338' } }])
  })

  it('switches the network and tells it once', async () => {
    const connection = await connect()
    await connection.switchNetwork?.(idOf(second))
    expect(connection.networks).toEqual({ eip155: 'eip155:31338' })
    // Nothing that's read after the switch names the previous network.
    const id = `eip155:31338:${first.accounts[0]!.address}`
    expect(connection.accounts).toMatchObject([{ id }])
    expect(bench.changes).toMatchObject([{ networks: { eip155: 'eip155:31338' }, accounts: [{ id }] }])
  })

  it('stays on its network when the person declines the switch', async () => {
    const connection = await connect()
    bench.wallet.control.rejectNext('wallet_switchEthereumChain')
    await expect(connection.switchNetwork?.(idOf(second))).rejects.toMatchObject({ code: 'USER_REJECTED' })
    expect(bench.changes).toEqual([])
  })

  it('disconnects: the permission is taken back and every listener removed', async () => {
    const connection = await connect()
    await connection.disconnect()
    expect(bench.methods().at(-1)).toBe('wallet_revokePermissions')
    expect(bench.listeners()).toBe(0)
    expect(bench.changes).toEqual([])
    expect(await bench.opener.restore(bench.access, bench.request())).toBeUndefined()
  })

  it('disconnects from a wallet that does not know how to take permissions back', async () => {
    const connection = await connect()
    bench.wallet.control.garbage('throwsCodelessError', 'wallet_revokePermissions')
    await connection.disconnect()
    expect(bench.listeners()).toBe(0)
  })

  it('is released without a word to the wallet', async () => {
    const connection = await connect()
    const asked = bench.methods().length
    connection.release?.()
    connection.release?.()
    expect(bench.listeners()).toBe(0)
    expect(bench.methods()).toHaveLength(asked)
  })
})

describe('a wallet that changes while it is asked', () => {
  const [a, b] = [addressOf(1), addressOf(2)]
  const shown = (connection: { readonly accounts: readonly { readonly address: string }[] } | undefined) =>
    connection?.accounts.map(({ address }) => address)

  it.each([
    ['while', 'it is asked', 'connect'],
    ['while', 'it is asked', 'restore'],
    ['right after', 'its answer', 'connect'],
    ['right after', 'its answer', 'restore'],
  ] as const)('shows the account that the wallet moved to %s %s (%s)', async (when, _, run) => {
    const wallet = scripted()
    const method = run === 'connect' ? 'eth_requestAccounts' : 'eth_accounts'
    wallet.answer(method, () => {
      const move = () => {
        wallet.answer('eth_accounts', [b])
        wallet.emit('accountsChanged', [b])
      }
      if (when === 'while') move()
      else queueMicrotask(() => queueMicrotask(move))
      return [a]
    })
    const connection = await wallet.provider[run]()
    expect(shown(connection)).toEqual([b])
  })

  it('shows the answer where the event told of the account before', async () => {
    const wallet = scripted([b])
    wallet.answer('eth_requestAccounts', () => {
      wallet.emit('accountsChanged', [a])
      return [b]
    })
    expect(shown(await wallet.provider.connect())).toEqual([b])
  })

  it.each([
    ['text', a],
    ['an object', { accounts: [b] }],
    ['CAIP-10', [`eip155:1:${b}`]],
  ])('asks where the event is %s', async (_, payload) => {
    const wallet = scripted()
    const connection = await wallet.provider.connect()
    wallet.answer('eth_accounts', [b])
    wallet.emit('accountsChanged', payload)
    await expect.poll(() => shown(connection)).toEqual([b])
  })

  it('shares nothing in the end: nobody is connected, and nothing listens', async () => {
    const wallet = scripted()
    wallet.answer('eth_requestAccounts', () => {
      wallet.answer('eth_accounts', [])
      wallet.emit('accountsChanged', [])
      return [a]
    })
    await expect(wallet.provider.connect()).rejects.toMatchObject({ code: 'WALLET_NO_ACCOUNTS' })
    expect(wallet.listeners()).toBe(0)
  })

  it('is asked as often as it answers, however often it tells rubbish', async () => {
    const wallet = scripted()
    await wallet.provider.connect()
    let answer: (accounts: readonly string[]) => void = () => {}
    wallet.answer('eth_accounts', () => new Promise((resolve) => (answer = resolve)))
    for (let index = 0; index < 1_000; index += 1) wallet.emit('accountsChanged', [])
    const questions = () => wallet.asked.filter((method) => method === 'eth_accounts').length
    await expect.poll(questions).toBe(1)
    answer([a])
    await expect.poll(questions).toBe(2)
    answer([b])
    await expect.poll(() => wallet.changes).toMatchObject([{ accounts: [{ address: b }] }])
  })

  it('is let go where it says by each event and each answer that it shares nothing', async () => {
    const wallet = scripted()
    await wallet.provider.connect()
    wallet.answer('eth_accounts', async () => {
      // As some wallets do while they're locked. A test that waits here lets others have their turn.
      await new Promise((resolve) => setTimeout(resolve))
      wallet.emit('accountsChanged', [])
      return []
    })
    wallet.emit('accountsChanged', [])
    await expect.poll(() => wallet.changes).toMatchObject([{ ended: {} }])
    expect(wallet.listeners()).toBe(0)
    expect(wallet.asked.filter((method) => method === 'eth_accounts').length).toBeLessThan(4)
  })

  it('shows what it answers again and again, although it tells rubbish with each answer', async () => {
    const wallet = scripted()
    const connection = await wallet.provider.connect()
    wallet.answer('eth_accounts', async () => {
      await new Promise((resolve) => setTimeout(resolve))
      wallet.emit('accountsChanged', 'rubbish')
      return [b]
    })
    wallet.emit('accountsChanged', 'rubbish')
    await expect.poll(() => shown(connection)).toEqual([b])
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(wallet.asked.filter((method) => method === 'eth_accounts').length).toBeLessThan(8)
  })

  it('tells what it slept through when the page asks again', async () => {
    const wallet = scripted()
    const connection = await wallet.provider.connect()
    wallet.answer('eth_accounts', [b])
    wallet.answer('eth_chainId', '0x7a6a')
    await connection.refresh?.()
    await expect.poll(() => shown(connection)).toEqual([b])
    expect(connection.networks).toEqual({ eip155: 'eip155:31338' })
  })
})
