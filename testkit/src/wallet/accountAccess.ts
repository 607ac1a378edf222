import { rpcErrors } from '../evm/providerRpcError.js'
import type { AccessMemory } from './accessMemory.js'

/** What every account of a test wallet has. */
export interface AddressedAccount {
  readonly address: string
}

/** Which accounts the page may see, and which one is selected. */
export interface AccountAccess<Account extends AddressedAccount> {
  readonly accounts: readonly Account[]
  readonly selected: Account
  readonly permitted: boolean
  readonly locked: boolean
  /** The selected account first; nothing while locked or not permitted. */
  visible(): readonly Account[]
  /** @throws ProviderRpcError 4100 when the page may not use it */
  require(address: string): Account
  permit(): void
  revoke(): void
  /** @throws Error when the wallet holds no such account */
  switchAccount(address: string): void
  setLocked(locked: boolean): void
  /** Called after every change of what is visible. Returns the function that ends it. */
  onChange(listener: () => void): () => void
}

/** How {@link createAccountAccess} begins. */
export interface AccountAccessOptions<Account extends AddressedAccount> {
  readonly accounts: readonly Account[]
  /** What is remembered comes first. */
  readonly permitted: boolean
  /** Whether permission shows all accounts and not only the selected one. */
  readonly exposeAllAccounts: boolean
  readonly memory: AccessMemory
}

/** Creates the state. @throws Error without an account */
export function createAccountAccess<Account extends AddressedAccount>(
  options: AccountAccessOptions<Account>,
): AccountAccess<Account> {
  const { accounts, memory } = options
  const [first] = accounts
  if (!first) throw new Error('A test wallet needs at least one account.')
  let selected = first
  let permitted = memory.read() ?? options.permitted
  let locked = false
  let listeners: readonly (() => void)[] = []

  const visible = () => {
    if (!permitted || locked) return []
    const others = accounts.filter((account) => account !== selected)
    return options.exposeAllAccounts ? [selected, ...others] : [selected]
  }
  const addresses = () =>
    visible()
      .map(({ address }) => address)
      .join()
  const change = (apply: () => void) => {
    const before = addresses()
    apply()
    memory.write(permitted)
    if (addresses() !== before) for (const listener of listeners) listener()
  }
  return {
    accounts,
    get selected() {
      return selected
    },
    get permitted() {
      return permitted
    },
    get locked() {
      return locked
    },
    visible,
    require(address) {
      const account = visible().find((candidate) => candidate.address === address)
      if (!account) throw rpcErrors.unauthorized(`the account ${address}`)
      return account
    },
    permit: () =>
      change(() => {
        permitted = true
      }),
    revoke: () =>
      change(() => {
        permitted = false
      }),
    switchAccount(address) {
      const account = accounts.find((candidate) => candidate.address === address)
      if (!account) throw new Error(`The test wallet holds no key for ${address}.`)
      change(() => {
        selected = account
      })
    },
    setLocked: (value) =>
      change(() => {
        locked = value
      }),
    onChange(listener) {
      const own = () => listener()
      listeners = [...listeners, own]
      return () => {
        listeners = listeners.filter((candidate) => candidate !== own)
      }
    },
  }
}
