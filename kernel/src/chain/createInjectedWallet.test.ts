import { describe, expect, it, test } from 'vitest'
import type { ConnectionChange, ConnectRequest } from '../contracts/points/connector.js'
import type { Token } from '../keys/token.js'
import { defaultClock } from '../platform/clock.js'
import { connectorSuite } from '../testing/connectorSuite.js'
import { createInjectedWallet, type InjectedWalletOptions } from './createInjectedWallet.js'
import { createWalletErrors } from '../errors/createWalletErrors.js'
import { submitOnce } from './submitOnce.js'

interface Wallet {
  connect(): Promise<unknown>
  accounts(): Promise<unknown>
  sign(text: string): Promise<unknown>
  disconnect(): Promise<unknown>
  on(listener: () => void): void
  off(listener: () => void): void
}

const context = {
  get: <T>({ id }: Token<T>): T => {
    const log = { error() {}, warn() {}, info() {}, debug() {} }
    const services: Readonly<Record<string, unknown>> = {
      'latchkey.clock': defaultClock,
      'latchkey.log': log,
    }
    return services[id] as T
  },
}

/** Time for what hears an event to ask the wallet and read its answer. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve, 5))
const isAddress = (value: string) => /^tly-[a-z]+$/.test(value)

/** A wallet in memory that answers later, and answers the next question as it's told. */
function createWallet() {
  const listeners = new Set<() => void>()
  const state = { isPermitted: false, accounts: ['tly-a'] as readonly unknown[], prompts: 0, isThere: true }
  let next: ((answer: () => unknown) => unknown) | undefined
  const answer = async (own: () => unknown) => {
    const instead = next
    next = undefined
    await Promise.resolve()
    return instead ? instead(own) : own()
  }
  const shared = () => (state.isPermitted ? [...state.accounts] : [])
  const wallet: Wallet = {
    connect() {
      state.prompts += 1
      return answer(() => {
        state.isPermitted = true
        return shared()
      })
    },
    accounts: () => answer(shared),
    sign(text) {
      state.prompts += 1
      return answer(() => `signed ${text}`)
    },
    disconnect: () => answer(() => undefined),
    on: (listener) => void listeners.add(listener),
    off: (listener) => void listeners.delete(listener),
  }
  return {
    wallet,
    state,
    listeners,
    next(instead: (answer: () => unknown) => unknown) {
      next = instead
    },
    async change(accounts: readonly unknown[]) {
      state.accounts = accounts
      for (const listener of [...listeners]) listener()
      await settle()
    },
  }
}

const kind = (more: Partial<InjectedWalletOptions<Wallet>> = {}) =>
  createInjectedWallet<Wallet>({
    namespace: 'tally',
    name: 'Tally wallet',
    methods: ['connect', 'accounts', 'sign'],
    isAddress,
    connect: (wallet) => wallet.connect(),
    accounts: (wallet) => wallet.accounts(),
    watch(wallet, changed) {
      wallet.on(changed)
      return () => wallet.off(changed)
    },
    disconnect: (wallet) => wallet.disconnect(),
    ...more,
  })

function page(more: Partial<InjectedWalletOptions<Wallet>> = {}) {
  const made = createWallet()
  const connector = kind(more).connector(context, {
    id: 'tally.wallet',
    find: () => (made.state.isThere ? made.wallet : undefined),
  })
  const changes: ConnectionChange[] = []
  const controller = new AbortController()
  const request: ConnectRequest = {
    namespaces: ['tally'],
    networkIds: ['tally:1', 'tally:2'],
    signal: controller.signal,
    onChange: (change) => void changes.push(change),
  }
  return { ...made, connector, changes, controller, request }
}

connectorSuite({
  test,
  namespace: 'tally',
  networkIds: ['tally:1', 'tally:2'],
  isAddress,
  // A wallet of this form follows the page's network, and has none of its own.
  lacks: ['network', 'changeNetwork', 'rejectNetwork'],
  create() {
    const { connector, wallet: _, state, listeners, next, change } = page()
    const fail = (error: unknown) =>
      next(() => {
        throw error
      })
    return {
      connector,
      reject: () => fail({ code: 4001, message: 'no' }),
      hang: () => next(() => new Promise(() => {})),
      hold() {
        let open = () => {}
        const opened = new Promise<void>((resolve) => {
          open = resolve
        })
        next((answer) => opened.then(answer))
        return async () => {
          open()
          await settle()
        }
      },
      fail: () => fail({ code: -32603, message: 'broken' }),
      throws: fail,
      changeAccount: () => change([state.accounts[0] === 'tly-a' ? 'tly-b' : 'tly-a']),
      forget() {
        state.isPermitted = false
      },
      remove() {
        state.isThere = false
      },
      prompts: () => state.prompts,
      listeners: () => listeners.size,
    }
  },
})

describe('a connector of an injected wallet', () => {
  it('reads addresses, or objects with them, each once, and nothing that was not asked for', async () => {
    const { connector, request, state } = page({ kind: 'ed25519' })
    state.accounts = [
      { address: 'tly-a', label: 'My\u202e account', publicKey: 'ab01', secret: 'x' },
      'tly-b',
      'tly-a',
      { address: 'tly-c', label: 7, publicKey: 'no key' },
    ]
    const { accounts, networks } = await connector.connect(request)
    expect(networks).toEqual({ tally: 'tally:1' })
    const own = { namespace: 'tally', kind: 'ed25519' }
    expect(accounts).toEqual([
      { ...own, id: 'tally:1:tly-a', address: 'tly-a', label: 'My account', publicKey: 'ab01' },
      { ...own, id: 'tally:1:tly-b', address: 'tly-b' },
      { ...own, id: 'tally:1:tly-c', address: 'tly-c' },
    ])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a text', 'tly-a'],
    ['an address of another chain', ['0x0']],
    ['an object without an address', [{}]],
    ['a proxy that throws', new Proxy([], { get: () => expect.unreachable() })],
  ])('refuses an answer that is %s, and stops listening', async (_, answer) => {
    const { connector, request, next, listeners } = page()
    next(() => Promise.resolve({ answer }).then(({ answer: given }) => given))
    await expect(connector.connect(request)).rejects.toMatchObject({
      code: expect.stringMatching(/^[A-Z_]+$/),
    })
    expect(listeners.size).toBe(0)
  })

  it('says so where the wallet shares no account, and where the app lists no network', async () => {
    const { connector, request, state } = page()
    state.accounts = []
    await expect(connector.connect(request)).rejects.toMatchObject({
      code: 'WALLET_NO_ACCOUNTS',
      shortMessage: 'Tally wallet shared no account. Choose one in the wallet, then connect again.',
    })
    await expect(connector.connect({ ...request, networkIds: ['other:1'] })).rejects.toMatchObject({
      code: 'NAMESPACE_NOT_FOUND',
      shortMessage: 'The app lists no network that Tally wallet can be used on.',
    })
    state.isThere = false
    await expect(connector.connect(request)).rejects.toMatchObject({
      code: 'WALLET_NOT_FOUND',
      shortMessage: 'Tally wallet wasn’t found. Install it, then reload the page.',
    })
  })

  it('tells what the wallet shares by its newest word, and ends when it shares nothing', async () => {
    const { connector, request, change, changes, listeners } = page()
    const { disconnect } = await connector.connect(request)
    await change(['tly-b'])
    await change(['tly-b'])
    await change([])
    expect(changes.map(({ accounts, ended }) => accounts?.map(({ address }) => address) ?? ended)).toEqual([
      ['tly-b'],
      {},
    ])
    expect(listeners.size).toBe(0)
    await disconnect()
  })

  it('hears a wallet that unlocks, asks it nothing, and takes it up by restore', async () => {
    const { connector, request, change, state } = page()
    await (await connector.connect(request)).disconnect()
    let shared = 0
    const waiting = new AbortController()
    connector.listen?.({ ...request, signal: waiting.signal, onShared: () => (shared += 1) })
    await change(['tly-b'])
    waiting.abort()
    await change(['tly-c'])
    expect(shared).toBe(1)
    expect((await connector.restore?.(request))?.accounts[0]?.address).toBe('tly-c')
    expect(state.prompts).toBe(1)
  })

  it('restores nothing where the wallet denies access in its own words', async () => {
    const readError = createWalletErrors({
      name: 'Tally',
      source: 'test',
      codes: { 7: ['unauthorized'] },
      words: [],
    })
    const { connector, request, next } = page({ readError })
    next(() => {
      throw { code: 7 }
    })
    await expect(connector.restore?.(request)).resolves.toBeUndefined()
    next(() => {
      throw { code: 8 }
    })
    await expect(connector.restore?.(request)).rejects.toMatchObject({ code: 'RPC_UNKNOWN' })
  })

  it('ends although the wallet fails to, and although it can’t be left', async () => {
    const { connector, request, next } = page({
      watch: () => () => {
        throw new Error('still here')
      },
    })
    const connection = await connector.connect(request)
    next(() => {
      throw new Error('no')
    })
    await expect(connection.disconnect()).resolves.toBeUndefined()
    connection.release?.()
  })

  it('finds no wallet where the page throws, or puts something else there', () => {
    const connector = (find: () => unknown) => kind().connector(context, { id: 'tally.wallet', find })
    const throwing = () => {
      throw new Error('no')
    }
    const finds = [throwing, () => undefined, () => 'wallet', () => ({ connect() {}, accounts() {} })]
    expect(finds.map((find) => connector(find).readiness())).toEqual(finds.map(() => 'missing'))
  })
})

describe('a question to a connected wallet', () => {
  const isText = (answer: unknown): answer is string => typeof answer === 'string'
  const { ask, key } = kind()

  it('comes back read, or as an error of ours', async () => {
    const { wallet, next } = createWallet()
    const question = { method: 'sign', ask: () => wallet.sign('a'), isAnswer: isText }
    await expect(ask(question)).resolves.toBe('signed a')
    next(() => 7)
    await expect(ask(question)).rejects.toMatchObject({ code: 'WALLET_ANSWER_INVALID' })
    next(() => {
      throw { code: 4001 }
    })
    await expect(ask(question)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  it('is not asked once its signal is aborted', async () => {
    const { wallet, state } = createWallet()
    const signal = AbortSignal.abort()
    await expect(
      ask({ method: 'sign', ask: () => wallet.sign('a'), isAnswer: isText, signal }),
    ).rejects.toMatchObject({ code: 'REQUEST_ABORTED' })
    expect(state.prompts).toBe(0)
  })

  it('that moves money is handed over before it is asked, and a closed window is then no refusal', async () => {
    const { wallet, next } = createWallet()
    const { submit, isHandedOver } = submitOnce((handingOver) =>
      ask({
        method: 'pay',
        handingOver,
        isAnswer: isText,
        ask() {
          expect(isHandedOver()).toBe(true)
          return wallet.sign('a')
        },
      }),
    )
    next(() => {
      throw new Error('Popup closed')
    })
    await expect(submit()).rejects.toMatchObject({ code: 'WALLET_WINDOW_CLOSED' })
    expect(isHandedOver()).toBe(true)
    next(() => {
      throw new Error('Popup closed')
    })
    const harmless = { method: 'sign', ask: () => wallet.sign('a'), isAnswer: isText }
    await expect(ask(harmless)).rejects.toMatchObject({ code: 'USER_REJECTED' })
  })

  it('goes to what has the wallet’s functions, and nothing else', () => {
    expect(key.namespace).toBe('tally')
    expect([createWallet().wallet, {}, undefined, { connect: 1 }].map((value) => key.check?.(value))).toEqual(
      [true, false, false, false],
    )
  })
})
