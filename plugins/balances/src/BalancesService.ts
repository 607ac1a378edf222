import type { Amount } from '@latchkey/kernel/contracts'
import { type BaseError, type NamespaceId, type NetworkId, route, token } from '@latchkey/kernel/plugin'
import type { PriceCurrency, DataSource, Holding } from '@latchkey/kernel/contracts'

/** A holding that is fit to be shown: its numbers are sound and its texts are not endless. Texts stay untrusted. */
export interface ShownHolding extends Holding {
  /** Unique in the list, and the same from one answer to the next. */
  readonly key: string
  /** It's the coin, a token of a list, one that the person added, or one with a price. The others stand after these. */
  readonly isVouched: boolean
  /** It reads like bait: a link or a promise for a name, or the native coin's symbol on an unpriced token. */
  readonly isSuspicious: boolean
}

/** What one account holds on one network. */
export interface AccountBalances {
  readonly networkId: NetworkId
  /** In the namespace's own form. */
  readonly address: string
  /**
   * `loading`: nothing was read yet. `error`: the last reading failed; `holdings` are those read before, if any.
   * `unsupported`: the wallet stands on a network that the host does not list.
   */
  readonly status: 'loading' | 'success' | 'error' | 'unsupported'
  /** True while it is read once more. */
  readonly refreshing: boolean
  /** Most valuable first, then the native coin, then as the source has them; then strangers, and suspicious ones last. */
  readonly holdings: readonly ShownHolding[]
  /**
   * Exact sum of the worths, a decimal string in the state's currency. `0` on test networks and networks the host does
   * not list, whatever their tokens pretend to be worth. `undefined` while nobody knows a price.
   */
  readonly total: string | undefined
  /**
   * How many holdings the total leaves out because nobody knows a price that can be stood by. Suspicious ones are left out,
   * too, and not counted here.
   */
  readonly unpriced: number
  /** When the oldest price of these was read, in milliseconds since the epoch, where it could not be read again since. */
  readonly pricedAt: number | undefined
  /** True while prices are read that nobody has asked for before, for two seconds at most: `total` isn't the last word. */
  readonly isPricing: boolean
  readonly isTestnet: boolean
  readonly source: DataSource | undefined
  /** When the holdings were read, in milliseconds since the epoch. */
  readonly readAt: number | undefined
  /** What could not be read although the rest could. */
  readonly problems: readonly BaseError[]
  /** Why the last reading failed. `BALANCE_UNAVAILABLE`. */
  readonly error: BaseError | undefined
  /** Until then, in milliseconds since the epoch, nothing is asked again: 30 s after a failure. */
  readonly retryAt: number | undefined
}

export interface BalancesState {
  /** By `networkId:address`. Only of accounts that are active. */
  readonly entries: Readonly<Record<string, AccountBalances>>
  /** True while a person does not want amounts on the screen. Survives a reload. */
  readonly hidden: boolean
  /** By `networkId:address`: the token that buttons show, where the host chose one; `null` while it is read. */
  readonly amounts: Readonly<Record<string, Amount | null>>
  readonly currency: PriceCurrency
  /** Why balances cannot be read at all: `LOAD_FAILED` when the page is offline. Gone with the next that works. */
  readonly fault: BaseError | undefined
}

export interface NamespaceChoice {
  /** Default the active namespace, whichever that is at the time. */
  readonly namespace?: NamespaceId | undefined
}

export interface BalancesService {
  readonly state: BalancesState
  /**
   * Keeps the balances of the active account on its active network fresh until the returned function is called: read
   * at once, then every 10 s, while the page is visible. Views that show balances call it, and the hooks do.
   */
  watch(options?: NamespaceChoice): () => void
  /** Reads again now, even when the answer is young. Nothing is asked within 30 s of a failure. Never rejects. */
  refresh(options?: NamespaceChoice): Promise<void>
  setHidden(hidden: boolean): void
}

/** What the active accounts hold, read once for everyone who shows it. */
export const Balances = token<BalancesService>('latchkey.balances', { package: '@latchkey/plugin-balances' })

/** All tokens of the account, with search and order. Opened from the Account view when it cannot show them all. */
export const TokensRoute = route<{ readonly namespace?: NamespaceId } | undefined>('Tokens')
