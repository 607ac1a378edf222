import type { Eip1193Provider } from '@latchkey/plugin-eip155'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** How the wallet's person and the wallet itself behave from now on. */
export type Behaviour = 'approves' | 'refuses' | 'says nothing' | 'fails'

/** Keys that protect nothing: everybody knows them. */
const accounts = ['11', '22'].map((byte) => privateKeyToAccount(`0x${byte.repeat(32)}`))

/** The addresses of the wallet's accounts. */
export const testAddresses = accounts.map(({ address }) => address)

type Listener = (payload: unknown) => void
interface Asked {
  readonly method: string
  readonly params?: unknown
}

export type TestWallet = ReturnType<typeof createTestWallet>

/** Makes a wallet that speaks EIP-1193, holds real keys and does as it's told. It knows the networks of `chainIds`. */
export function createTestWallet(chainIds: readonly number[]) {
  const listeners: Readonly<Record<string, Set<Listener>>> = {
    accountsChanged: new Set(),
    chainChanged: new Set(),
  }
  const state = {
    behaviour: 'approves' as Behaviour,
    account: 0,
    chainId: chainIds[0] as number,
    isLocked: false,
    isConnected: false,
    prompts: 0,
  }
  let next: ((own: () => Promise<unknown>) => unknown) | undefined

  const hexChain = () => `0x${state.chainId.toString(16)}`
  const shared = () => (state.isConnected && !state.isLocked ? [testAddresses[state.account]] : [])
  const tell = (event: string, payload: unknown) => {
    for (const listener of [...(listeners[event] ?? [])]) listener(payload)
  }

  /** Methods that ask the person. */
  const asking: Readonly<Record<string, (params: unknown) => unknown>> = {
    eth_requestAccounts() {
      state.isConnected = true
      state.isLocked = false
      return shared()
    },
    wallet_switchEthereumChain(params) {
      const chainId = Number((params as readonly { readonly chainId: string }[])[0]?.chainId)
      if (!chainIds.includes(chainId)) throw { code: 4902, message: 'Unrecognized chain ID' }
      state.chainId = chainId
      tell('chainChanged', hexChain())
      return null
    },
    personal_sign: (params) =>
      accounts[state.account]?.signMessage({ message: { raw: (params as readonly Hex[])[0] as Hex } }),
  }
  /** Methods that the wallet answers by itself. */
  const telling: Readonly<Record<string, () => unknown>> = {
    eth_accounts: shared,
    eth_chainId: hexChain,
    wallet_revokePermissions() {
      state.isConnected = false
      return null
    },
  }

  function answer({ method, params }: Asked): unknown {
    const ask = asking[method]
    if (!ask) {
      const told = telling[method]
      if (!told) throw { code: 4200, message: `The wallet does not support ${method}.` }
      return told()
    }
    if (state.behaviour === 'refuses') throw { code: 4001, message: 'The user rejected the request.' }
    if (state.behaviour === 'fails') throw { code: -32603, message: 'Internal error' }
    if (state.behaviour === 'says nothing') return new Promise(() => {})
    return ask(params)
  }

  const provider: Eip1193Provider = {
    async request(asked) {
      if (asking[asked.method]) state.prompts += 1
      const instead = next
      next = undefined
      // A wallet is another program: its answer always comes later.
      await Promise.resolve()
      return instead ? instead(async () => answer(asked)) : answer(asked)
    },
    on: (event, listener) => listeners[event]?.add(listener),
    removeListener: (event, listener) => listeners[event]?.delete(listener),
  }

  return {
    provider,
    /** Its settings, and the questions that it got. */
    state: state as Readonly<typeof state>,
    listeners: () => Object.values(listeners).reduce((sum, { size }) => sum + size, 0),
    behave(behaviour: Behaviour) {
      state.behaviour = behaviour
    },
    /** Answers the next question in the wallet's place. `own` is what the wallet would have answered. */
    next(instead: (own: () => Promise<unknown>) => unknown) {
      next = instead
    },
    changeAccount() {
      state.account = 1 - state.account
      tell('accountsChanged', shared())
    },
    changeNetwork() {
      state.chainId = chainIds.find((id) => id !== state.chainId) ?? state.chainId
      tell('chainChanged', hexChain())
    },
    lock() {
      state.isLocked = true
      tell('accountsChanged', [])
    },
    unlock() {
      state.isLocked = false
      tell('accountsChanged', shared())
    },
    /** Forgets that it let the page in, as a person can have it do. Tells the page nothing. */
    forget() {
      state.isConnected = false
    },
  }
}
