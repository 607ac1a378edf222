import type { WalletRecord } from './wallet.js'

/** How many wallets a page of the hosted list has, a search answers, and are recommended. */
export const hostedPageSize = 40
export const hostedSearchSize = 100
export const recommendedCount = 4
/** How long recommended wallets are waited for, in milliseconds. */
export const recommendedTime = 2_000

export interface HostedPage {
  readonly wallets: readonly WalletRecord[]
  /** How many the service has in all. */
  readonly count: number
}

export interface HostedRead {
  readonly certified?: boolean
  readonly signal?: AbortSignal
}

/** A hosted list behind the built-in one, where a plugin provides it. What it answers is filtered as every source is. */
export interface HostedWallets {
  /** @param page from 1; forty wallets each */
  page(page: number, options?: HostedRead): Promise<HostedPage>
  /** At most a hundred. */
  search(text: string, options?: HostedRead): Promise<HostedPage>
  /** At most four; none when the service does not answer within two seconds. */
  recommended(): Promise<readonly WalletRecord[]>
}
