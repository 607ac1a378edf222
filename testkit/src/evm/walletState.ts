import { type Address, isAddressEqual, numberToHex } from 'viem'
import type { Emitter } from './emitter.js'
import { ProviderRpcError, rpcErrors } from './providerRpcError.js'
import type { WalletAccount } from './walletAccount.js'
import type { WalletStore } from './walletStore.js'

export interface WalletChain {
  readonly chainId: number
  readonly rpcUrl: string
  readonly name?: string
  /** Symbol of the native coin. @default 'ETH' */
  readonly symbol?: string
}

export interface WalletStateOptions {
  readonly accounts: readonly WalletAccount[]
  readonly chains: readonly WalletChain[]
  readonly initialChainId: number
  readonly permitted: boolean
  readonly exposeAllAccounts: boolean
}

/** What the wallet knows. Every change emits the event that EIP-1193 asks for, once, and only on change. */
export interface WalletState {
  readonly chainId: number
  readonly connected: boolean
  readonly locked: boolean
  readonly selected: WalletAccount
  readonly accounts: readonly WalletAccount[]
  /** What eth_accounts answers: the selected account first; nothing while locked or not permitted. */
  visibleAccounts(): readonly Address[]
  /** The key of an account the page may use. @throws ProviderRpcError 4100 */
  permittedAccount(address: string): WalletAccount
  chain(chainId: number): WalletChain | undefined
  addChain(chain: WalletChain): void
  /** @throws ProviderRpcError 4902 for a chain the wallet does not know */
  switchChain(chainId: number): void
  switchAccount(address: string): void
  permit(): void
  revoke(): void
  setLocked(locked: boolean): void
  setConnected(connected: boolean): void
}

export function createWalletState(
  options: WalletStateOptions,
  emitter: Emitter,
  store: WalletStore,
): WalletState {
  const { accounts } = options
  const chains = new Map(options.chains.map((chain) => [chain.chainId, chain]))
  const stored = store.read()
  const everyone = accounts.map((account) => account.address)
  let selected = firstOf(accounts)
  let chainId = stored && chains.has(stored.chainId) ? stored.chainId : options.initialChainId
  let locked = false
  let connected = true
  const grant = (): readonly Address[] => (options.exposeAllAccounts ? everyone : [selected.address])

  let permitted: readonly Address[] = options.permitted ? grant() : []
  if (stored) {
    permitted = everyone.filter((address) => stored.permitted.some((other) => same(address, other)))
    selected = accounts.find((account) => permitted.includes(account.address)) ?? selected
  }

  const visibleAccounts = (): readonly Address[] => {
    if (locked) return []
    const first = permitted.filter((address) => address === selected.address)
    return [...first, ...permitted.filter((address) => address !== selected.address)]
  }
  const change = (apply: () => void): void => {
    const before = visibleAccounts()
    apply()
    store.write({ permitted, chainId })
    const after = visibleAccounts()
    if (before.join() !== after.join()) emitter.emit('accountsChanged', after)
  }

  return {
    accounts,
    get chainId() {
      return chainId
    },
    get connected() {
      return connected
    },
    get locked() {
      return locked
    },
    get selected() {
      return selected
    },
    visibleAccounts,
    permittedAccount(address) {
      const visible = visibleAccounts().find((candidate) => same(candidate, address))
      const account = accounts.find((candidate) => candidate.address === visible)
      if (!account) throw rpcErrors.unauthorized(`the account ${address}`)
      return account
    },
    chain: (id) => chains.get(id),
    addChain: (chain) => void chains.set(chain.chainId, chain),
    switchChain(id) {
      if (!chains.has(id)) throw rpcErrors.unknownChain(id)
      if (id === chainId) return
      change(() => {
        chainId = id
      })
      emitter.emit('chainChanged', numberToHex(id))
    },
    switchAccount(address) {
      const account = accounts.find((candidate) => same(candidate.address, address))
      if (!account) throw new Error(`The test wallet holds no key for ${address}.`)
      change(() => {
        selected = account
        if (permitted.length > 0) permitted = grant()
      })
    },
    permit: () =>
      change(() => {
        permitted = grant()
      }),
    revoke: () =>
      change(() => {
        permitted = []
      }),
    setLocked: (value) =>
      change(() => {
        locked = value
      }),
    setConnected(value) {
      if (value === connected) return
      connected = value
      if (value) emitter.emit('connect', { chainId: numberToHex(chainId) })
      else
        emitter.emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected from all chains.'))
    },
  }
}

function firstOf(accounts: readonly WalletAccount[]): WalletAccount {
  const [first] = accounts
  if (!first) throw new Error('A test wallet needs at least one private key in "accounts".')
  return first
}

function same(one: Address, other: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(other) && isAddressEqual(one, other.toLowerCase() as Address)
}
