import type { Kernel } from '@latchkey/kernel'
import {
  Balance,
  type CallsRequest,
  callsKey,
  capability,
  type FollowCallsRequest,
  providerKey,
  SignMessage,
  type SubmittedCalls,
} from '@latchkey/kernel/contracts'
import { ConnectorError, type NetworkId, UserRejectedError } from '@latchkey/kernel/plugin'
import { Navigation, Networks, NetworksRoute, Notifications, Session } from '@latchkey/kernel/wallet'
import { TransactionSettled } from '@latchkey/kernel/transaction'
import { useEffect } from 'react'
import { flushSync } from 'react-dom'
import { page } from 'vitest/browser'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { useAccount } from './useAccount.js'
import { useBalance } from './useBalance.js'
import { useConnect } from './useConnect.js'
import { useConnections } from './useConnections.js'
import { useDisconnect } from './useDisconnect.js'
import { useEvents } from './useEvents.js'
import { useModal } from './useModal.js'
import { useNativeBalance } from './useNativeBalance.js'
import { useNetwork } from './useNetwork.js'
import { useProvider } from './useProvider.js'
import { useSendCalls } from './useSendCalls.js'
import { useSendTransaction } from './useSendTransaction.js'
import { useSignMessage } from './useSignMessage.js'
import { useSwitchNetwork } from './useSwitchNetwork.js'
import { useTheme } from './useTheme.js'
import { useWaitForTransaction } from './useWaitForTransaction.js'
import { useWallet } from './useWallet.js'
import {
  alice,
  base,
  bob,
  ethereum,
  fakeChain,
  type FakeChainOptions,
  type FakeWallet,
  fakeWallet,
  solana,
} from '../../test/fakeWallets.js'
import { saveData } from '../../test/saveData.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { until } from '../../test/page.js'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountAll)

interface ProbeProps<T> {
  readonly seen: T[]
  useIt(): T
}

function Probe<T>({ useIt, seen }: ProbeProps<T>) {
  const value = useIt()
  useEffect(() => {
    seen.push(value)
  })
  return null
}

/** Draws a hook under a provider; `now` is what it answered last. */
async function drawn<T>(
  useIt: () => T,
  wallets: readonly FakeWallet[] = [fakeWallet('a')],
  options: FakeChainOptions = {},
) {
  const seen: T[] = []
  const kernel = testKernel([fakeChain({ wallets, ...options })])
  mountShell(kernel, <Probe useIt={useIt} seen={seen} />)
  await until(() => kernel.get(Navigation).draws('Connect') && seen.length > 0)
  const now = () => seen.at(-1) as T
  return {
    kernel,
    session: kernel.get(Session),
    seen,
    now,
    until: (holds: (value: T) => unknown) => until(() => holds(now())),
  }
}

const useBoth = () => ({
  evm: useAccount({ namespace: 'eip155' }),
  other: useAccount({ namespace: 'solana' }),
})

const useShownAccount = () => ({
  account: useAccount(),
  balance: useNativeBalance({}),
  chosen: useNetwork().networkId,
})

describe('useAccount', () => {
  it('has every field in every state', async () => {
    const { session, now, until: when } = await drawn(() => useAccount())
    expect(now()).toEqual({
      status: 'disconnected',
      isConnected: false,
      account: undefined,
      accountId: undefined,
      address: undefined,
      chainId: undefined,
      networkId: ethereum.id,
      network: ethereum,
      accounts: [],
      connection: undefined,
      namespace: 'eip155',
    })
    await session.connect({ connectorId: 'a' })
    await when((value) => value.isConnected)
    expect(now()).toMatchObject({
      status: 'connected',
      accountId: `eip155:1:${alice}`,
      address: alice,
      chainId: 1,
      accounts: [{ address: alice }],
      connection: { id: 'a' },
      namespace: 'eip155',
    })
  })

  it('tells the number of the network the wallet stands on, on EVM chains alone', async () => {
    const { kernel, session, now, until: when } = await drawn(useBoth, [fakeWallet('a')], { solana: true })
    await session.connect({ connectorId: 'a' })
    await when(({ evm }) => evm.chainId === 1)
    await kernel.get(Networks).switch(base.id)
    await when(({ evm }) => evm.chainId === 8453)
    expect(now().other.chainId).toBeUndefined()
  })

  it('shows the wallet that is left when the wallet of the active namespace goes, also where nobody chose its namespace', async () => {
    const sun = fakeWallet('sun', { namespaces: ['solana'] })
    const {
      session,
      now,
      until: when,
    } = await drawn(() => useAccount(), [fakeWallet('a'), sun], { solana: true })
    await session.connect({ connectorId: 'sun' })
    await session.connect({ connectorId: 'a', namespaces: ['eip155'] })
    await when((value) => value.namespace === 'eip155' && value.isConnected)
    await session.disconnect({ connectionId: 'a' })
    await when((value) => value.namespace === 'solana' && value.isConnected)
    session.setActiveNamespace('eip155')
    await when((value) => value.connection?.id === 'sun')
    expect(now()).toMatchObject({ status: 'connected', namespace: 'solana', chainId: undefined })
    await session.disconnect()
    await when((value) => !value.isConnected)
    expect(now()).toMatchObject({ status: 'disconnected', account: undefined })
  })

  it('has account and network of one namespace, and never shows the balance of one on the other', async () => {
    const sun = fakeWallet('sun', { namespaces: ['solana'] })
    const { session, seen, until: when } = await drawn(useShownAccount, [sun], { solana: true })
    await session.connect({ connectorId: 'sun' })
    session.setActiveNamespace('eip155')
    await when(({ account, chosen }) => account.networkId === solana.id && chosen === ethereum.id)
    session.setActiveNamespace('solana')
    await session.disconnect()
    await when(({ account }) => !account.isConnected)
    for (const { account, balance } of seen) {
      // The wallet's chain can read no balances; the other one would read that of a foreign address.
      if (account.isConnected) expect(balance.status).toBe('unavailable')
      if (account.accountId) expect(account.accountId).toBe(`${account.networkId}:${account.address}`)
      if (account.networkId) expect(account.networkId.split(':')[0]).toBe(account.namespace)
    }
  })

  it('has no network while the wallet is on one that is not listed, and its id all the same', async () => {
    const wallet = fakeWallet('a')
    const { session, now, until: when } = await drawn(() => useAccount(), [wallet])
    await session.connect({ connectorId: 'a' })
    await when((value) => value.network?.id === ethereum.id)
    wallet.change({ networks: { eip155: 'eip155:999' } })
    await when((value) => value.networkId === 'eip155:999')
    expect(now()).toMatchObject({ network: undefined, accountId: `eip155:999:${alice}`, chainId: 999 })
  })

  it('has the account’s id on the network that is active, after the app and after the wallet switched', async () => {
    const wallet = fakeWallet('a')
    const { kernel, session, now, until: when } = await drawn(() => useAccount(), [wallet])
    await session.connect({ connectorId: 'a' })
    await when((value) => value.accountId === `${ethereum.id}:${alice}`)
    await kernel.get(Networks).switch(base.id)
    await when((value) => value.accountId === `${base.id}:${alice}`)
    wallet.change({ networks: { eip155: ethereum.id } })
    await when((value) => value.accountId === `${ethereum.id}:${alice}`)
    expect(now()).toMatchObject({ address: alice, chainId: 1 })
  })

  it('says connecting while a person connects, and follows one namespace', async () => {
    const wallet = fakeWallet('a', { answer: 'hold' })
    const { session, until: when } = await drawn(
      () => [useAccount(), useAccount({ namespace: 'solana' })] as const,
      [wallet],
      { solana: true },
    )
    void session.connect({ connectorId: 'a' })
    await when(([any, other]) => any.status === 'connecting' && other.status === 'disconnected')
    wallet.release()
    await when(([any, other]) => any.status === 'connected' && other.status === 'disconnected')
  })

  it('keeps its answer while nothing changed', async () => {
    const {
      kernel,
      session,
      now,
      until: when,
    } = await drawn(() => ({ account: useAccount(), modal: useModal() }))
    await session.connect({ connectorId: 'a' })
    await when((value) => value.account.isConnected)
    const { account } = now()
    kernel.get(Navigation).open(NetworksRoute)
    await when((value) => value.modal.isOpen)
    expect(now().account).toBe(account)
  })
})

describe('useConnect and useDisconnect', () => {
  it('go from idle to success, and back by reset', async () => {
    const { now, until: when } = await drawn(() => ({ connect: useConnect(), disconnect: useDisconnect() }))
    expect(now().connect).toMatchObject({ status: 'idle', data: undefined, error: undefined })
    expect(now().connect.connectors.map(({ id }) => id)).toEqual(['a'])
    await expect(now().connect.connect({ connectorId: 'a' })).resolves.toMatchObject({ id: 'a' })
    await when(({ connect }) => connect.status === 'success')
    await expect(now().disconnect.disconnect()).resolves.toBe(true)
    await when(({ disconnect }) => disconnect.status === 'success')
    now().connect.reset()
    await when(({ connect }) => connect.status === 'idle')
  })

  it('list no wallet that isn’t on the page, as the modal lists none', async () => {
    const readiness = () => 'missing' as const
    const wallets = [fakeWallet('gone', { readiness }), fakeWallet('here')]
    const { now, until: when } = await drawn(() => useConnect(), wallets)
    const { connectors } = now()
    expect(connectors.map(({ id }) => id)).toEqual(['here'])
    await now().connect({ connectorId: 'here' })
    await when(({ status }) => status === 'success')
    expect(now().connectors).toBe(connectors)
  })

  it('say what went wrong, and never reject', async () => {
    const { now, until: when } = await drawn(() => useConnect(), [fakeWallet('a', { answer: 'reject' })])
    await expect(now().connect({ connectorId: 'a' })).resolves.toBeUndefined()
    await when(({ status }) => status === 'error')
    expect(now().error).toMatchObject({ code: 'USER_REJECTED' })
  })

  it('are pending with what was asked', async () => {
    const wallet = fakeWallet('a', { answer: 'hold' })
    const { now, until: when } = await drawn(() => useConnect(), [wallet])
    void now().connect({ connectorId: 'a' })
    await when(({ status, variables }) => status === 'pending' && variables?.connectorId === 'a')
    wallet.release()
    await when(({ status }) => status === 'success')
  })
})

describe('useConnections', () => {
  it('lists connections and switches between their accounts', async () => {
    const wallets = [fakeWallet('a'), fakeWallet('b', { addresses: [bob, alice] })]
    const {
      session,
      now,
      until: when,
    } = await drawn(() => ({ list: useConnections(), account: useAccount() }), wallets)
    expect(now().list).toMatchObject({ status: 'empty', connections: [] })
    await session.connect({ connectorId: 'a' })
    await session.connect({ connectorId: 'b' })
    await when(({ list }) => list.connections.length === 2)
    // Nobody chose an account in the app, so the wallet's first is the active one.
    await when(({ account }) => account.connection?.id === 'b' && account.address === bob)
    now().list.switchConnection({ connectionId: 'b', namespace: 'eip155', accountId: `eip155:1:${alice}` })
    await when(({ account }) => account.address === alice)
    now().list.switchConnection({ connectionId: 'a', namespace: 'eip155' })
    await when(({ account }) => account.connection?.id === 'a')
    expect(now().list.recent.map(({ connectorId }) => connectorId)).toEqual(['b', 'a'])
    now().list.forgetRecent('a')
    await when(({ list }) => list.recent.length === 1)
  })
})

describe('useNetwork', () => {
  it('tells listed networks from others, and switches', async () => {
    const wallet = fakeWallet('a')
    const { session, now, until: when } = await drawn(() => useNetwork(), [wallet])
    expect(now()).toMatchObject({
      status: 'supported',
      networkId: ethereum.id,
      network: { name: 'Ethereum' },
    })
    await session.connect({ connectorId: 'a' })
    await expect(now().switchNetwork(base.id)).resolves.toBe(base.id)
    await when(({ networkId }) => networkId === base.id)
    wallet.change({ networks: { eip155: 'eip155:999999' } })
    await when(({ status }) => status === 'unsupported')
    expect(now()).toMatchObject({ networkId: 'eip155:999999', network: undefined })
  })

  it('shows the switch under way and its refusal', async () => {
    const wallet = fakeWallet('a')
    const { session, now, until: when } = await drawn(() => useNetwork(), [wallet])
    await session.connect({ connectorId: 'a' })
    wallet.switchAnswer = 'hold'
    const switching = now().switchNetwork(base.id)
    await when((value) => value.switching === base.id && value.switchState.status === 'pending')
    wallet.release()
    await switching
    await when((value) => value.switching === undefined && value.networkId === base.id)
    wallet.switchAnswer = 'reject'
    await expect(now().switchNetwork(ethereum.id)).resolves.toBeUndefined()
    await when(({ switchState }) => switchState.status === 'error')
    expect(now().switchState.error).toMatchObject({ code: 'USER_REJECTED' })
    expect(now().networkId).toBe(base.id)
  })
})

describe('useBalance', () => {
  it('reads the active account, and keeps the last amount through a failure', async () => {
    let answer: () => Promise<bigint> = async () => 5n
    const {
      session,
      now,
      until: when,
    } = await drawn(() => useBalance(), [fakeWallet('a')], { balance: () => answer() })
    expect(now()).toMatchObject({ status: 'disconnected', amount: undefined })
    await session.connect({ connectorId: 'a' })
    await when(({ status }) => status === 'success')
    expect(now().amount).toEqual({ value: 5n, decimals: 18, symbol: 'ETH' })
    answer = () => Promise.reject(new Error('down'))
    now().refresh()
    await when(({ status }) => status === 'error')
    expect(now()).toMatchObject({ amount: { value: 5n }, error: { code: 'BALANCE_UNAVAILABLE' } })
  })

  it('is unavailable on a network the host does not list', async () => {
    const { session, until: when } = await drawn(
      () => useBalance(),
      [fakeWallet('a', { networkId: 'eip155:999999' })],
    )
    await session.connect({ connectorId: 'a' })
    await when(({ status }) => status === 'unavailable')
  })
})

describe('useBalance of any address, token and network', () => {
  const dollar = { address: '0xDo11ar', decimals: 6, symbol: 'USD' }
  const owned = new Map<string, bigint>()
  const asked: unknown[] = []
  let fails = false
  const reader = capability(Balance, {
    native: async ({ address, networkId }) => {
      asked.push(['native', networkId, address])
      return { value: owned.get(`${networkId} ${address}`) ?? 0n, decimals: 18, symbol: 'ETH' }
    },
    async tokens({ address, networkId, tokens = [] }) {
      asked.push(['tokens', networkId, address, ...tokens.map((token) => token.address)])
      if (fails) throw new Error('down')
      return tokens
        .filter((token) => token.address === dollar.address)
        .map((token) => ({
          value: owned.get(`${networkId} ${address} ${token.address}`) ?? 0n,
          // The contract states other decimals than the host: its own stand.
          decimals: 2,
          symbol: token.symbol,
          token,
        }))
    },
  })
  const options = { capabilities: [reader] }
  beforeEach(() => {
    fails = false
    asked.length = 0
    owned.clear()
    owned.set(`${base.id} ${bob}`, 7n)
    owned.set(`${base.id} ${bob} ${dollar.address}`, 12n)
    owned.set(`${ethereum.id} ${alice} ${dollar.address}`, 34n)
  })
  const settle = (kernel: Kernel, address: string, networkId: NetworkId) =>
    kernel.events.emit(TransactionSettled, {
      address,
      record: { id: '1', networkId, operation: 'send', status: 'confirmed', transfers: [] },
    })

  it('reads the coin of an account that no wallet has, on a network that is not active', async () => {
    const { now, until: when } = await drawn(
      () => useBalance({ networkId: base.id, address: bob }),
      [fakeWallet('a')],
      options,
    )
    await when(({ status }) => status === 'success')
    expect(now().amount).toEqual({ value: 7n, decimals: 18, symbol: 'ETH' })
  })

  it('reads a token, keeps the amount through a failure, and reads again after a transaction', async () => {
    const {
      kernel,
      now,
      until: when,
    } = await drawn(
      () => useBalance({ networkId: base.id, address: bob, token: { ...dollar } }),
      [fakeWallet('a')],
      options,
    )
    await when(({ status }) => status === 'success')
    expect(now().amount).toEqual({ value: 12n, decimals: 2, symbol: 'USD' })
    fails = true
    now().refresh()
    await when(({ status }) => status === 'error')
    expect(now()).toMatchObject({ amount: { value: 12n }, error: { code: 'BALANCE_UNAVAILABLE' } })
    fails = false
    owned.set(`${base.id} ${bob} ${dollar.address}`, 13n)
    settle(kernel, alice, base.id)
    settle(kernel, bob, ethereum.id)
    expect(now().status).toBe('error')
    settle(kernel, bob.toLowerCase(), base.id)
    await when(({ amount }) => amount?.value === 13n)
    expect(asked.every((question) => (question as string[])[0] === 'tokens')).toBe(true)
  })

  it('follows the active account and network where none is named', async () => {
    const {
      session,
      now,
      until: when,
    } = await drawn(() => useBalance({ token: dollar }), [fakeWallet('a')], options)
    expect(now().status).toBe('disconnected')
    expect(asked).toEqual([])
    await session.connect({ connectorId: 'a' })
    await when(({ amount }) => amount?.value === 34n)
  })

  it('shows nothing of the question before', async () => {
    let address = bob
    const {
      now,
      kernel,
      until: when,
    } = await drawn(
      () => [useBalance({ networkId: base.id, address, token: dollar }), useModal()] as const,
      [fakeWallet('a')],
      options,
    )
    await when(([{ amount }]) => amount?.value === 12n)
    address = alice
    kernel.get(Navigation).open(NetworksRoute)
    await when(([, { isOpen }]) => isOpen)
    expect(now()[0].amount?.value).not.toBe(12n)
    await when(([{ amount }]) => amount?.value === 0n)
  })

  it.each<[string, Parameters<typeof useBalance>[0], FakeChainOptions, string]>([
    [
      'a token the chain does not name in its answer',
      { token: { ...dollar, address: '0xOther' } },
      options,
      'error',
    ],
    ['a network the host does not list', { networkId: 'eip155:999999' }, options, 'unavailable'],
    ['a namespace that nobody adds', { networkId: 'cosmos:cosmoshub-4' }, options, 'unavailable'],
    ['a token where the chain reads none', { token: dollar }, {}, 'unavailable'],
  ])('%s', async (_, question, chain, wanted) => {
    const { until: when } = await drawn(
      () => useBalance({ networkId: base.id, address: bob, ...question }),
      [fakeWallet('a')],
      chain,
    )
    await when(({ status }) => status === wanted)
  })
})

describe('useSwitchNetwork', () => {
  it('asks the wallet, and says what became of it', async () => {
    const wallet = fakeWallet('a')
    const {
      session,
      now,
      until: when,
    } = await drawn(() => ({ ...useSwitchNetwork(), network: useNetwork() }), [wallet])
    await session.connect({ connectorId: 'a' })
    expect(await now().run({ networkId: base.id })).toBe(base.id)
    await when(({ network, state }) => network.networkId === base.id && state.status === 'success')
    wallet.switchAnswer = 'reject'
    expect(await now().run({ networkId: ethereum.id })).toBeUndefined()
    await when(({ state }) => state.error?.code === 'USER_REJECTED')
    await now().run({ networkId: 'eip155:999999' })
    await when(({ state }) => state.error?.code === 'NETWORK_NOT_FOUND')
  })

  it('takes what useNetwork takes: an id, a chain’s number, or either as a member', async () => {
    const wallet = fakeWallet('a')
    const drew = await drawn(() => ({ ...useSwitchNetwork(), network: useNetwork() }), [wallet])
    const { session, now, until: when } = drew
    await session.connect({ connectorId: 'a' })
    const [baseNumber, ethereumNumber] = [8453, 1]
    for (const run of [now().run, now().network.switchNetwork]) {
      expect(await run(baseNumber)).toBe(base.id)
      expect(await run(ethereum.id)).toBe(ethereum.id)
      expect(await run({ networkId: base.id })).toBe(base.id)
      expect(await run({ networkId: ethereumNumber })).toBe(ethereum.id)
      expect(await run(999999)).toBeUndefined()
    }
    const notFound = 'NETWORK_NOT_FOUND'
    await when(
      ({ state, network }) => state.error?.code === notFound && network.switchState.error?.code === notFound,
    )
    expect(now().state.variables).toEqual({ networkId: 'eip155:999999' })
    // From code without types.
    expect(await now().run(undefined as never)).toBeUndefined()
    expect(await now().network.switchNetwork({} as never)).toBeUndefined()
  })
})

describe('useProvider', () => {
  it('answers what the wallet of the namespace offers', async () => {
    const key = providerKey<{ isFake: boolean }>('eip155')
    const { session, now, until: when } = await drawn(() => useProvider(key))
    expect(now()).toEqual({ status: 'disconnected', provider: undefined, connection: undefined })
    await session.connect({ connectorId: 'a' })
    await when(({ status }) => status === 'connected')
    expect(now().provider).toEqual({ isFake: true })
  })

  it('hands out nothing that is not of the form the key is typed by', async () => {
    const isSigner = (value: unknown): value is { sign(): void } => Object.hasOwn(value as object, 'sign')
    const key = providerKey('eip155', isSigner)
    const {
      session,
      now,
      until: when,
    } = await drawn(() => ({ account: useAccount(), found: useProvider(key) }))
    await session.connect({ connectorId: 'a' })
    await when(({ account }) => account.isConnected)
    expect(now().found).toEqual({ status: 'disconnected', provider: undefined, connection: undefined })
  })
})

describe('useWallet and useSignMessage', () => {
  const signer = capability(SignMessage, {
    sign: async ({ message, account, networkId }) => ({
      signature: `${account.address} on ${networkId}: ${message}`,
      type: 'fake',
    }),
  })

  it('has the wallet while one is connected, and keeps it while nothing of it changes', async () => {
    const {
      kernel,
      session,
      now,
      until: when,
    } = await drawn(() => ({ wallet: useWallet(), modal: useModal() }))
    expect(now().wallet).toBeUndefined()
    await session.connect({ connectorId: 'a' })
    await when(({ wallet }) => wallet?.accountId === `eip155:1:${alice}`)
    const { wallet } = now()
    kernel.get(Navigation).open(NetworksRoute)
    await when(({ modal }) => modal.isOpen)
    expect(now().wallet).toBe(wallet)
    await session.disconnect()
    await when((value) => value.wallet === undefined)
  })

  it('signs with the wallet that is connected at the press', async () => {
    const {
      session,
      now,
      until: when,
    } = await drawn(() => useSignMessage(), [fakeWallet('a')], {
      capabilities: [signer],
    })
    expect(await now().run({ message: 'early' })).toBeUndefined()
    await when(({ state }) => state.error?.code === 'CONNECTION_NOT_FOUND')
    await session.connect({ connectorId: 'a' })
    const signed = await now().run({ message: 'Hello' })
    expect(signed?.signature).toBe(`${alice} on eip155:1: Hello`)
  })

  it('says why a chain cannot sign', async () => {
    const { session, now, until: when } = await drawn(() => useSignMessage())
    await session.connect({ connectorId: 'a' })
    await now().run({ message: 'Hello' })
    await when(({ state }) => state.error?.code === 'CAPABILITY_MISSING')
  })
})

describe('useSendCalls, useSendTransaction and useWaitForTransaction', () => {
  interface Coin {
    readonly coin: bigint
  }
  const Coins = callsKey<Coin>('eip155')
  const asked: CallsRequest<Coin>[] = []
  const followed: FollowCallsRequest[] = []
  beforeEach(() => {
    asked.length = 0
    followed.length = 0
  })
  /** Everything is confirmed at once; a call of 13 is declined, one of 404 is never decided. */
  const submitted = (id: string): SubmittedCalls => ({
    id,
    wait: (signal) =>
      id === '404'
        ? new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
        : Promise.resolve({ status: 'confirmed', transactions: [id] }),
  })
  const calls = capability(Coins, {
    support: async () => ({ atomic: 'supported' }),
    async prepare(request) {
      asked.push(request)
      let wasAsked = false
      return {
        fee: { value: 1n, symbol: 'ETH', decimals: 18 },
        changes: [{ address: alice, amount: { value: -3n, symbol: 'ETH', decimals: 18 } }],
        notices: [],
        atomic: true,
        steps: 1,
        isHandedOver: () => wasAsked,
        async submit(options) {
          const id = request.calls.map(({ coin }) => coin).join('+')
          options?.onStep?.({ index: 0, status: 'asking' })
          if (id === '500') throw new Error('The node went away.')
          wasAsked = true
          if (id === '13') throw new UserRejectedError()
          if (id === '502') throw new Error('No answer.')
          return submitted(id)
        },
      }
    },
    async follow(request) {
      followed.push(request)
      if (request.id === 'unknown') throw new ConnectorError('Unknown.', { code: 'RPC_UNKNOWN_BUNDLE' })
      return submitted(request.id)
    },
  })
  const options = { capabilities: [calls] }

  it('asks the wallet of the key’s namespace for calls of its type, and tells each step', async () => {
    const {
      kernel,
      session,
      now,
      until: when,
    } = await drawn(() => useSendCalls(Coins), [fakeWallet('a')], options)
    await now().run({ calls: [{ coin: 1n }] })
    await when(({ state }) => state.error?.code === 'CONNECTION_NOT_FOUND')
    await session.connect({ connectorId: 'a' })
    const told: unknown[] = []
    const onStep = (step: unknown) => told.push(step)
    const settled: unknown[] = []
    kernel.events.on(TransactionSettled, ({ address, record }) => settled.push([address, record]))
    const sent = await now().run({ calls: [{ coin: 1n }, { coin: 2n }], atomic: 'required', onStep })
    expect(sent?.id).toBe('1+2')
    expect(told).toEqual([{ index: 0, status: 'asking' }])
    expect(asked).toMatchObject([
      {
        calls: [{ coin: 1n }, { coin: 2n }],
        atomic: 'required',
        from: { address: alice },
        networkId: 'eip155:1',
      },
    ])
    // Whoever shows balances reads again.
    await when(() => settled.length > 0)
    const transfers = [{ direction: 'out', amount: { value: 3n, symbol: 'ETH', decimals: 18 } }]
    const record = {
      id: '1+2',
      networkId: 'eip155:1',
      operation: 'execute',
      status: 'confirmed',
      from: alice,
      fee: { value: 1n, symbol: 'ETH', decimals: 18 },
      transfers,
    }
    expect(settled).toEqual([[alice, record]])
    await now().run({ calls: [{ coin: 13n }] })
    await when(({ state }) => state.error?.code === 'USER_REJECTED')
  })

  it('says what a failure has done, so that nothing is offered twice', async () => {
    const {
      session,
      now,
      until: when,
    } = await drawn(() => useSendTransaction(Coins), [fakeWallet('a')], options)
    expect(now().outcome).toBeUndefined()
    await now().run({ coin: 1n })
    await when(({ state, outcome }) => state.error?.code === 'CONNECTION_NOT_FOUND' && outcome === 'nothing')
    await session.connect({ connectorId: 'a' })
    await now().run({ coin: 502n })
    await when(({ outcome }) => outcome === 'unknown')
    await now().run({ coin: 13n })
    await when(({ state, outcome }) => state.error?.code === 'USER_REJECTED' && outcome === 'nothing')
    await now().run({ coin: 502n })
    await when(({ outcome }) => outcome === 'unknown')
    await now().run({ coin: 500n })
    await when(({ outcome }) => outcome === 'nothing')
    await now().run({ coin: 7n })
    await when(({ state, outcome }) => state.status === 'success' && outcome === undefined)
    await now().run({ coin: 502n })
    await when(({ outcome }) => outcome === 'unknown')
    now().reset()
    await when(({ state, outcome }) => state.status === 'idle' && outcome === undefined)
  })

  it('sends one transaction and waits for it', async () => {
    const {
      session,
      now,
      until: when,
    } = await drawn(
      () => {
        const { run, state } = useSendTransaction(Coins)
        return { run, state, decision: useWaitForTransaction(state.data) }
      },
      [fakeWallet('a')],
      options,
    )
    expect(now().decision.status).toBe('idle')
    await session.connect({ connectorId: 'a' })
    await now().run({ coin: 404n })
    await when(({ decision }) => decision.status === 'pending')
    await now().run({ coin: 7n })
    await when(({ decision }) => decision.status === 'success')
    expect(now().decision.data).toEqual({ status: 'confirmed', transactions: ['7'] })
  })

  it('waits for a transaction of an earlier page, with the wallet where it is connected', async () => {
    const question = (id: string) => ({ id, networkId: ethereum.id, from: alice, sentAt: 0 })
    let id = '1'
    const {
      session,
      now,
      until: when,
    } = await drawn(
      () => [useWaitForTransaction(question(id)), useWallet()] as const,
      [fakeWallet('a')],
      options,
    )
    await when(([decision]) => decision.data?.status === 'confirmed')
    // Strict mode runs each effect twice.
    expect(followed).toEqual([question('1'), question('1')])
    id = '2'
    await session.connect({ connectorId: 'a' })
    await when(([decision]) => decision.data?.transactions?.[0] === '2')
    expect(followed.at(-1)).toMatchObject({ ...question('2'), provider: { isFake: true } })
    expect(followed).toHaveLength(3)
    id = 'unknown'
    await session.disconnect()
    await when(([decision]) => decision.error?.code === 'RPC_UNKNOWN_BUNDLE')
    expect(now()[0].status).toBe('error')
  })

  it('says that a chain cannot tell', async () => {
    const question = { id: '1', networkId: ethereum.id, from: alice, sentAt: 0 }
    const { until: when } = await drawn(() => useWaitForTransaction(question))
    await when(({ error }) => error?.code === 'CAPABILITY_MISSING')
  })
})

describe('useModal', () => {
  it('opens on the ways to connect, on the account once connected, and on any route', async () => {
    // Nothing of the modal is loaded before it is opened.
    onTestFinished(saveData())
    const { session, seen, now, until: when } = await drawn(() => useModal())
    expect(now()).toMatchObject({ isOpen: false, view: undefined })
    // Drawn at once: code that an earlier test has loaded is there before the next frame.
    expect(flushSync(() => now().open())).toBe(true)
    await when(({ view, isLoading }) => view === 'Connect' && !isLoading)
    expect(seen.some((value) => value.isOpen && value.isLoading)).toBe(true)
    expect(now().close()).toBe(true)
    expect(await when(({ isOpen, isLoading }) => !isOpen && !isLoading)).toBe(true)
    await session.connect({ connectorId: 'a' })
    now().open()
    await when(({ view }) => view === 'Account')
    now().open(NetworksRoute)
    await when(({ view }) => view === 'Networks')
    now().back()
    await when(({ view }) => view === 'Account')
    expect(now().open({ name: 'Nowhere' })).toBe(false)
  })

  it('opens for one namespace', async () => {
    const {
      kernel,
      now,
      until: when,
    } = await drawn(() => useModal(), [fakeWallet('a'), fakeWallet('s', { namespaces: ['solana'] })], {
      solana: true,
    })
    now().openFor('solana')
    await when(({ isOpen }) => isOpen)
    expect(kernel.get(Navigation).state.entries.at(-1)?.params).toEqual({ namespace: 'solana' })
    await until(() => document.querySelector('[data-testid="wallet-selector-s"]'))
    expect(document.querySelector('[data-testid="wallet-selector-a"]')).toBeNull()
    now().close()
    await when(({ isOpen }) => !isOpen)
    now().open()
    await when(({ isOpen }) => isOpen)
    expect(kernel.get(Navigation).state.entries.at(-1)?.params).toBeUndefined()
    await until(() => document.querySelector('[data-testid="wallet-selector-a"]'))
  })
})

describe('useTheme and useEvents', () => {
  it('changes the theme', async () => {
    const { now, until: when } = await drawn(() => useTheme())
    expect(now()).toMatchObject({ mode: 'dark', resolved: 'dark' })
    now().setMode('light')
    now().setVariables({ accent: '#ff0000' })
    await when(
      ({ mode, resolved, variables }) =>
        mode === 'light' && resolved === 'light' && variables.accent === '#ff0000',
    )
  })

  it('answers the last event with its time, and tells a listener of each', async () => {
    const heard: string[] = []
    const { kernel, now, until: when } = await drawn(() => useEvents(({ id }) => heard.push(id)))
    expect(now()).toEqual({ status: 'none', event: undefined, time: undefined })
    kernel.get(Navigation).open(NetworksRoute)
    kernel.get(Navigation).close()
    await when(({ event }) => event?.id === 'MODAL_CLOSE')
    expect(heard).toEqual(['MODAL_OPEN', 'MODAL_CLOSE'])
    expect(now().time).toBeTypeOf('number')
    kernel.get(Notifications).toast('kept out of events')
    expect(now().event?.id).toBe('MODAL_CLOSE')
  })
})
