// The wallet is the test wallet over a real chain; a scripted provider stands in where no wallet behaves so.
import { type EvmStack, startEvm } from '../../../../devstack/src/evm/index.js'
import type { ConnectionChange, ConnectRequest, LogService, NetworkId } from '@latchkey/kernel/plugin'
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

  it('asks a wallet on another network to switch, adding the network when it is unknown', async () => {
    const connection = await connect(idOf(second))
    expect(connection.networks).toEqual({ eip155: 'eip155:31338' })
    expect(bench.methods()).toContain('wallet_addEthereumChain')
  })

  it('connects all the same when the person declines the switch', async () => {
    bench.wallet.control.rejectNext('wallet_addEthereumChain')
    const connection = await connect(idOf(second))
    expect(connection.networks).toEqual({ eip155: 'eip155:31337' })
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

  it('lets go of the wallet when it is cancelled during the switch', async () => {
    const controller = new AbortController()
    bench.wallet.control.setApproval('ask')
    const attempt = bench.opener.connect(bench.access, {
      ...bench.request(idOf(second)),
      signal: controller.signal,
    })
    await bench.wallet.control.waitForPending('eth_requestAccounts')
    bench.wallet.control.approve()
    await bench.wallet.control.waitForPending('wallet_addEthereumChain')
    controller.abort(new Error('cancelled'))
    await expect(attempt).rejects.toThrow('cancelled')
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
    ['throwsString', 'RPC_UNKNOWN'],
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
    expect(bench.changes).toEqual([{ ended: {} }])
    expect(bench.listeners()).toBe(0)
  })

  it('ends when the wallet disconnects, with its reason', async () => {
    await connect()
    bench.wallet.control.disconnect()
    await expect.poll(() => bench.changes.length).toBe(1)
    expect(bench.changes[0]?.ended?.reason).toEqual(expect.any(String))
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
  ])('ends when the wallet disconnects with an error %s', async (_, payload) => {
    await connect()
    bench.wallet.control.emit('disconnect', payload)
    await expect.poll(() => bench.changes).toEqual([{ ended: {} }])
  })

  it('outlives the disconnect that wallets emit while they change networks', async () => {
    await connect()
    bench.wallet.control.emit('disconnect', { code: 1013, message: 'Try again later' })
    await expect.poll(() => bench.methods().at(-1)).toBe('eth_accounts')
    bench.wallet.control.switchChain(second.chainId)
    expect(bench.changes).toMatchObject([{ networks: { eip155: 'eip155:31338' } }])
  })

  it('ends on that disconnect when no account can be read', async () => {
    await connect()
    bench.wallet.control.garbage('throwsString', 'eth_accounts')
    bench.wallet.control.emit('disconnect', { code: 1013, message: 'Try again later' })
    await expect.poll(() => bench.changes).toEqual([{ ended: { reason: 'Try again later' } }])
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
  ])('ignores rubbish in %s: %j', async (event, payload) => {
    await connect()
    bench.wallet.control.emit(event, payload)
    expect(bench.changes).toEqual([])
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
