import { type Account, type NamespaceId, token, type Words } from '@latchkey/kernel/plugin'
import type { LedgerReview } from './LedgerReview.js'
import type { LedgerScheme } from './paths.js'

/**
 * What the device shows of a request: a payment; a token's amount and recipient; the data of a contract's call, or a hash of it;
 * every field of structured data, or two hashes of it; a text, or a hash of it; what it knows of a Solana transaction; an address.
 */
export type LedgerShows =
  | 'payment'
  | 'token'
  | 'contract'
  | 'fields'
  | 'hashes'
  | 'text'
  | 'textHash'
  | 'transaction'
  | 'address'

/** What the person is to do on the device now. */
export interface LedgerRequest {
  readonly shows: LedgerShows
  /** What the app is called on the device. */
  readonly app: string
  /** The device asks whether to open the app. */
  readonly isOpening: boolean
  /** The account that it's asked with. */
  readonly address: string
  /** What the page reads out of what is signed, where a descriptor of the host's fits it. */
  readonly review?: LedgerReview | undefined
  /** Why it waits for another try. */
  readonly problem: Words | undefined
}

export interface LedgerState {
  readonly request: LedgerRequest | undefined
  /** While accounts are read: the device asks whether to open the app. */
  readonly isOpening: boolean
}

/** An account of the device that can be connected. */
export interface LedgerChoice {
  readonly namespace: NamespaceId
  readonly address: string
  readonly scheme: LedgerScheme
  readonly index: number
  /** Derivation path, such as `m/44'/60'/0'/0/0`. */
  readonly path: string
}

export interface ReadAccountsRequest {
  readonly namespace: NamespaceId
  /** Default `standard`. */
  readonly scheme?: LedgerScheme
  /** Of the first account. Default 0. */
  readonly from?: number
  /** Default 5. */
  readonly count?: number
  readonly signal?: AbortSignal
}

/** Accounts of a Ledger, and what it's being asked. */
export interface LedgerService {
  readonly state: LedgerState
  /**
   * Reads accounts from the device. Call it within a press: the browser asks which device the site may use where it hasn't yet.
   *
   * @throws LedgerError `LEDGER_BROWSER_UNSUPPORTED`, `LEDGER_NOT_CONNECTED`, `LEDGER_BUSY`, `LEDGER_LOCKED`,
   *   `LEDGER_APP_NOT_OPEN`, `LEDGER_APP_NOT_INSTALLED`
   */
  readAccounts(request: ReadAccountsRequest): Promise<readonly LedgerChoice[]>
  /** The account that the next `connect` takes. Without a choice it takes the first one. */
  choose(choice: LedgerChoice): void
  /**
   * Has the device show the address of a connected account, and waits until the person has compared it.
   *
   * @throws BaseError `USER_REJECTED` when the person says that it differs; `LEDGER_OTHER_DEVICE`
   */
  verifyAddress(account: Pick<Account, 'namespace' | 'address'>): Promise<void>
  /** Tries the request that waits once more. */
  retry(): void
}

export const Ledger = token<LedgerService>('latchkey.ledger')
