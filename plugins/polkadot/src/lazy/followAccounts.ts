import { createWalletFollower, encodeHex } from '@latchkey/kernel/chain'
import type { Clock, LogService } from '@latchkey/kernel/plugin'
import type { PolkadotNetwork } from '../networks.js'
import type { PolkadotWallet } from '../provider.js'
import { accountsOn, readAccounts, type WalletAccount } from './accounts.js'

export interface FollowAccountsOptions {
  readonly name: string
  readonly injected: PolkadotWallet
  /** Networks to serve, the preferred one first. */
  readonly asked: readonly PolkadotNetwork[]
  readonly clock: Clock
  readonly log: LogService
  /** Told of each list that the wallet answers with, also of one that is of no use. */
  onShared?(list: readonly WalletAccount[]): void
}

/** The list of a wallet that is followed. What the connection does with it is set once there is one. */
export interface FollowedAccounts {
  list(): readonly WalletAccount[]
  /** Asks for the list. Returns whether an account of it can be used on a network that is asked for. */
  begin(): Promise<boolean>
  /** Asks again, without a prompt. */
  refresh(): Promise<void>
  follow(told: FollowedAccountsTold): void
  stop(): void
}

export interface FollowedAccountsTold {
  changed(): void
  ended(reason: string | undefined): void
}

/**
 * Follows the list of a wallet by `accounts.subscribe`, and by asking for it with `accounts.get`, which prompts nobody. A list of
 * which nothing can be used is asked about before it counts: some wallets tell an empty one before they have read their own.
 */
export function followAccounts(options: FollowAccountsOptions): FollowedAccounts {
  const { name, injected, asked, clock, log, onShared } = options
  let told: FollowedAccountsTold | undefined
  const usable = (list: readonly WalletAccount[]) => (isUsable(asked, list) ? list : undefined)
  const ask = async () => {
    const list = readAccounts(name, 'accounts.get', await injected.accounts.get())
    onShared?.(list)
    return usable(list)
  }
  const follower = createWalletFollower<readonly WalletAccount[]>({
    name,
    clock,
    log,
    ask,
    textOf: (list) => list.map(keyOf).join('\n'),
    show: () => told?.changed(),
    end: (reason) => told?.ended(reason),
    release: () => off(),
  })
  const off = subscribe(options, (list) =>
    follower.hear(() => usable(readAccounts(name, 'accounts.subscribe', list))),
  )
  return {
    list: () => follower.word ?? [],
    begin: async () => (await follower.begin(ask)) !== undefined,
    refresh: follower.refresh,
    follow(next) {
      told = next
    },
    stop: follower.stop,
  }
}

/**
 * Listens to a wallet that shares nothing, until it tells an account that can be used.
 *
 * @returns ends it
 */
export function listenToAccounts(
  options: Pick<FollowAccountsOptions, 'name' | 'injected' | 'asked' | 'log'>,
  onShared: () => void,
): () => void {
  const { name, asked, log } = options
  return subscribe(options, (list) => {
    try {
      if (isUsable(asked, readAccounts(name, 'accounts.subscribe', list))) onShared()
    } catch (error) {
      log.debug(`A list of "${name}" can’t be read.`, error)
    }
  })
}

const isUsable = (asked: readonly PolkadotNetwork[], list: readonly WalletAccount[]): boolean =>
  asked.some((network) => accountsOn(network, list).length > 0)

const keyOf = ({ key, genesisHash, label, type }: WalletAccount) =>
  [encodeHex(key), genesisHash, label, type].join()

/** Not every wallet has `subscribe`: such a one is asked when the page comes back. @returns ends it */
function subscribe(
  { injected, name, log }: Pick<FollowAccountsOptions, 'injected' | 'name' | 'log'>,
  accept: (value: unknown) => void,
): () => void {
  const { accounts } = injected
  if (typeof accounts.subscribe !== 'function') return () => {}
  const stop: unknown = accounts.subscribe(accept)
  return () => {
    // Some wallets answer a promise of the function.
    const off = async () => {
      const found = typeof stop === 'function' ? stop : await stop
      if (typeof found === 'function') found()
    }
    off().catch((error: unknown) => log.debug(`"${name}" failed to remove a listener.`, error))
  }
}
