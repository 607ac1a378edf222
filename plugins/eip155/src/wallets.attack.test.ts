// Every method, event and announcement of an EVM wallet, answered with rubbish, through the kernel and the plugin.
import { setMaxListeners } from 'node:events'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { Connector, isKernelError, type Plugin } from '@latchkey/kernel/plugin'
import { Networks, Session } from '@latchkey/kernel/wallet'
import { Send, SignTransaction, type StorageAdapter, WalletAssets } from '@latchkey/kernel/contracts'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { hexToBytes, serializeTransaction } from 'viem'
import { base, mainnet } from 'viem/chains'
import {
  type Answer,
  type Armed,
  attackMethod,
  attackRestore,
  attackBounds,
  createWatch,
  expectUndecided,
  type Protocol,
  restorePoisoned,
  rubbish,
  given,
  settle,
  type Use,
  watchFaults,
} from '../../../kernel/test/attack.js'
import { soundNode as node } from '../test/soundNode.js'
import { answerJson, startServer, type TestServer } from '../test/support.js'
import { announcedId } from './discover/announcedId.js'
import { EvmCalls } from './calls.js'
import { eip155 } from './eip155.js'
import { SignTypedData } from './typedData.js'

const theirs = '0xBadBADbaDbAdbadBADBadbAdBADBADBadBADBad0'
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const receiver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const info = { uuid: 'b0b0b0b0-0000-4000-8000-000000000000', name: 'Hostile', icon: '', rdns: 'dev.hostile' }

const other = { ...info, uuid: 'c0c0c0c0-0000-4000-8000-000000000000', rdns: 'dev.other' }

let server: TestServer
beforeAll(async () => {
  server = await startServer((body, response) => {
    const answerOf = ({ id, method }: { readonly id: number; readonly method: string }) => ({
      jsonrpc: '2.0',
      id,
      ...(method in node ? { result: node[method] } : { error: { code: -32601, message: 'no such method' } }),
    })
    answerJson(response, Array.isArray(body) ? body.map(answerOf) : answerOf(body as never))
  })
})
afterAll(() => server.stop())

/** Waits of seconds, for wallets that are slow to switch, are over in a fiftieth of the time. */
const clock = {
  now: () => Date.now(),
  setTimeout: (callback: () => void, delay: number) => setTimeout(callback, delay / 50),
  clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
}

let page: EventTarget

/** A page without any wallet. */
function openPage(): void {
  page = new EventTarget()
  setMaxListeners(0, page)
  vi.stubGlobal('window', page)
}
beforeEach(openPage)
afterEach(() => void vi.unstubAllGlobals())

function announce(detail: unknown): void {
  const tell = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', tell)
  tell()
}

function hostileProvider(armedFirst?: Armed) {
  let armed = armedFirst
  const asked: string[] = []
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const sound: Readonly<Record<string, unknown>> = {
    eth_requestAccounts: [address],
    eth_accounts: [address],
    eth_chainId: '0x1',
    wallet_requestPermissions: [{ parentCapability: 'eth_accounts' }],
    wallet_getPermissions: [{ parentCapability: 'eth_accounts' }],
    wallet_revokePermissions: null,
    personal_sign: `0x${'11'.repeat(65)}`,
    eth_signTypedData_v4: `0x${'11'.repeat(65)}`,
    eth_sendTransaction: `0x${'22'.repeat(32)}`,
    wallet_sendCalls: { id: '0xabcd' },
    wallet_getCapabilities: {
      '0x1': { atomic: { status: 'supported' }, assetDiscovery: { supported: true } },
    },
    wallet_getAssets: { '0x1': [] },
  }
  const on = (event: string, listener: (payload: unknown) => void) =>
    void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
  const off = (event: string, listener: (payload: unknown) => void) =>
    void listeners.get(event)?.delete(listener)
  return {
    provider: {
      async request({ method }: { method: string }) {
        asked.push(method)
        if (armed?.method === method) return armed.answer.give()
        if (method === 'wallet_switchEthereumChain') {
          throw Object.assign(new Error('no such chain'), { code: 4902 })
        }
        if (!(method in sound)) throw Object.assign(new Error('no such method'), { code: -32601 })
        return sound[method]
      },
      on,
      removeListener: off,
    },
    wallet: {
      connectorId: announcedId(info),
      arm: (method: string, answer: Answer) => {
        armed = { method, answer }
      },
      disarm: () => {
        armed = undefined
      },
      asked: () => asked,
      emit: (event: string, payload: unknown) => {
        for (const listener of [...(listeners.get(event) ?? [])]) listener(payload)
      },
      addresses: [address],
    },
  }
}

async function startKernel(storage: StorageAdapter = memoryStorage(), plugins: readonly Plugin[] = []) {
  const plugin = eip155({ networks: [mainnet, base], rpcUrls: { 1: [server.url], 8453: [server.url] } })
  const kernel = createKernel([plugin, ...plugins], { storage, clock, logLevel: 'silent' })
  await kernel.start()
  return kernel
}

async function pay({ capability, account, networkId, provider }: Use): Promise<void> {
  const request = { networkId, from: account, to: receiver, amount: 1n, provider }
  const prepared = await capability(Send).prepare(request)
  await expectUndecided(await prepared.submit())
}

async function payTwice({ capability, account, networkId, provider }: Use): Promise<void> {
  const calls = [
    { to: receiver, value: 1n },
    { to: receiver, value: 2n },
  ]
  const prepared = await capability(EvmCalls).prepare({ networkId, from: account, provider, calls })
  await expectUndecided(await prepared.submit())
}

async function signTypedData({ capability, account, networkId, provider }: Use): Promise<void> {
  const typedData = {
    domain: { chainId: 1 },
    types: { Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail',
    message: { text: 'hi' },
  }
  const { signature } = await capability(SignTypedData).sign({ account, networkId, provider, typedData })
  expect(signature).toMatch(/^0x(?:[0-9a-f]{2})+$/i)
}

async function signTransaction({ capability, account, networkId, provider }: Use): Promise<void> {
  const fees = { gas: 21_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
  const unsigned = serializeTransaction({ type: 'eip1559', chainId: 1, to: receiver, value: 1n, ...fees })
  await capability(SignTransaction).sign({ account, networkId, provider, transaction: hexToBytes(unsigned) })
  throw new Error('Rubbish was taken for a signed transaction.')
}

async function readAssets({ capability, account, networkId, provider }: Use): Promise<void> {
  const assets = await capability(WalletAssets).read({ networkId, provider, address: account.address })
  for (const asset of assets ?? [])
    expect([typeof asset.name, typeof asset.amount.value]).toEqual(['string', 'bigint'])
}

async function readSupport(use: Use): Promise<void> {
  const { capability, account, networkId, provider } = use
  const { atomic } = await capability(EvmCalls).support({ networkId, from: account, provider })
  expect(['supported', 'ready', 'unsupported']).toContain(atomic)
  await readAssets(use)
}

/** The wallet stays where it is, and says so. */
async function switchInVain({ kernel }: Use): Promise<void> {
  await kernel.get(Networks).switch('eip155:8453')
  throw new Error('The app says that the wallet has switched.')
}

const protocol: Protocol = {
  namespace: 'eip155',
  methods: [
    'eth_requestAccounts',
    'eth_chainId',
    'eth_accounts',
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'eth_signTransaction',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getAssets',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_revokePermissions',
  ],
  uses: {
    eth_accounts: pay,
    eth_signTypedData_v4: signTypedData,
    eth_sendTransaction: pay,
    eth_signTransaction: signTransaction,
    wallet_sendCalls: payTwice,
    wallet_getCallsStatus: payTwice,
    wallet_getCapabilities: readSupport,
    wallet_getAssets: readAssets,
    wallet_switchEthereumChain: switchInVain,
    wallet_addEthereumChain: switchInVain,
  },
  // Asked to switch, to add, and to switch to what was added.
  steps: { wallet_switchEthereumChain: 3, wallet_addEthereumChain: 3 },
  otherNetwork: 'eip155:8453',
  events: ['accountsChanged', 'chainChanged', 'disconnect', 'connect', 'message'],
  opening: [
    'eth_requestAccounts',
    'personal_sign',
    'eth_signTypedData_v4',
    'eth_sendTransaction',
    'eth_signTransaction',
    'wallet_sendCalls',
    'wallet_requestPermissions',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
  ],
  async start(storage, _, armed, plugins) {
    openPage()
    const { provider, wallet } = hostileProvider(armed)
    announce({ info, provider })
    const kernel = await startKernel(storage, plugins)
    return { kernel, wallet }
  },
}

describe('an EVM wallet that answers rubbish', () => {
  it.each(protocol.methods)('to %s breaks nothing', (method) => attackMethod(protocol, method, 12))
  it.each(['eth_accounts', 'eth_chainId'])('to %s on a reload breaks nothing', (method) =>
    attackRestore(protocol, method, 12),
  )
})

describe('storage that somebody else wrote', () => {
  it('only says whom to ask: the account is the wallet’s own', async () => {
    expect(await restorePoisoned(protocol, theirs)).toBe(address)
  })
})

describe('announcements of rubbish (EIP-6963)', () => {
  it('break nothing, and hide no sound wallet', async () => {
    const { faults, stop } = watchFaults()
    await fc.assert(
      fc.asyncProperty(
        rubbish,
        fc.constantFrom('detail', 'info', 'provider', 'uuid', 'name', 'icon', 'rdns'),
        async (answer, place) => {
          openPage()
          const kernel = await startKernel()
          try {
            const value = given(answer)
            const { provider } = hostileProvider()
            const detail: Record<string, unknown> = { info: other, provider }
            if (place === 'detail') announce(value)
            else if (place in detail) announce({ ...detail, [place]: value })
            else announce({ ...detail, info: { ...other, [place]: value } })
            announce({ info, provider })
            // Announcements that come together are told together, some milliseconds later.
            await vi.waitFor(() =>
              expect(kernel.list(Connector).map(({ id }) => id)).toContain(announcedId(info)),
            )
            const listed = kernel.list(Connector)
            for (const { id, name, icon } of listed) {
              expect([typeof id, typeof name]).toEqual(['string', 'string'])
              expect(name.length).toBeLessThan(300)
              expect(typeof icon !== 'string' || /^(data:image\/|https:)/.test(icon)).toBe(true)
            }
          } finally {
            await kernel.dispose()
          }
        },
      ),
      attackBounds(60),
    )
    stop()
    expect(faults).toEqual([])
  })
})

const fault = (): never => {
  throw new Error('a fault of the stranger')
}
/** Throws what cannot be looked at. */
const deepFault = (): never => {
  throw new Proxy({}, { get: fault, has: fault, ownKeys: fault, getPrototypeOf: fault })
}
type Descriptor = (sound: unknown) => PropertyDescriptor
const memberWays: readonly (readonly [name: string, describe: Descriptor])[] = [
  ['throws when it is read', () => ({ get: fault })],
  ['throws what cannot be looked at when it is read', () => ({ get: deepFault })],
  ['throws when it is read again', (sound) => readOnce(sound, fault)],
  ['is gone when it is read again', (sound) => readOnce(sound, () => undefined)],
  ['is not a function', () => ({ value: 7 })],
  ['throws when it is called', () => ({ value: deepFault })],
  [
    'changes what it is called on',
    (sound) => ({
      value(this: object, ...inputs: unknown[]) {
        Object.assign(this, { request: undefined, on: undefined, removeListener: undefined })
        return Reflect.apply(sound as () => unknown, this, inputs)
      },
    }),
  ],
]

function readOnce(sound: unknown, later: () => unknown): PropertyDescriptor {
  let reads = 0
  return {
    get() {
      reads += 1
      return reads === 1 ? sound : later()
    },
  }
}

/** Whatever a wallet's own object does: no uncaught fault, errors with codes, and the person can leave. */
describe.each(['request', 'on', 'removeListener'])('a wallet object whose `%s`', (member) => {
  const lives = memberWays.flatMap(([way, hostile]) =>
    ['at once', 'once connected'].map((when) => [way, when, hostile] as const),
  )
  it.each(lives)('%s, %s, breaks nothing', async (_, when, hostile) => {
    const { faults, stop } = watchFaults()
    const { provider, wallet } = hostileProvider()
    const breakIt = () =>
      Object.defineProperty(provider, member, {
        configurable: true,
        ...hostile(provider[member as keyof typeof provider]),
      })
    const watch = createWatch()
    if (when === 'at once') breakIt()
    announce({ info, provider })
    const kernel = await startKernel(undefined, [watch.plugin])
    const session = kernel.get(Session)
    const coded = async (work: Promise<unknown>) => {
      const error = await work.then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      expect(error === undefined || isKernelError(error)).toBe(true)
      return error === undefined
    }
    const isConnected = await coded(session.connect({ connectorId: wallet.connectorId }))
    if (when === 'once connected') {
      expect(isConnected).toBe(true)
      breakIt()
      await coded(kernel.get(Networks).switch('eip155:8453'))
    }
    expect(session.state.connections).toHaveLength(isConnected ? 1 : 0)
    await coded(session.disconnect())
    expect(session.state.connections).toEqual([])
    await kernel.dispose()
    await settle()
    stop()
    expect([faults, watch.shown]).toEqual([[], []])
    expect(watch.told.filter(({ id }) => id === 'CONNECT_SUCCESS')).toHaveLength(isConnected ? 1 : 0)
  })
})
