import {
  checkOptionNames,
  Clock,
  definePlugin,
  guard,
  lazy,
  Log,
  type Plugin,
  Storage,
  storageKey,
  token,
} from '@latchkey/kernel/plugin'
import { HostedDirectory } from '@latchkey/plugin-wallet-data'
import type { WalletFilter } from './filterWallets.js'
import { readRecents, recentLimit, withRecent } from './recentWallets.js'
import type { HostedWallets } from './hostedWallets.js'
import type { WalletRecord } from './wallet.js'

export interface WalletDirectoryOptions extends WalletFilter {
  /** Ids of wallets to put first, in this order. */
  readonly featured?: readonly string[] | undefined
  /** Wallets of the host's own, before those of the list. One with the id of a listed wallet takes its place. */
  readonly custom?: readonly WalletRecord[] | undefined
}

/** The wallets of the list that the host lets through. */
export interface WalletDirectoryService {
  /** Featured and custom ones first. The first call loads the list; nothing is asked of a network. */
  wallets(): Promise<readonly WalletRecord[]>
  /** Those that have closed, which are offered nowhere. */
  closed(): Promise<readonly WalletRecord[]>
  /** A hosted list beside the built-in one, where a plugin provides `HostedDirectory`. */
  readonly hosted: HostedWallets | undefined
  /** Whether the host's include and exclude let a wallet through, for wallets of every source. */
  readonly filter: WalletFilter
  /** Ids of the wallets last chosen, newest first, at most two. */
  recents(): readonly string[]
  remember(walletId: string): void
}

export const WalletDirectory = token<WalletDirectoryService>('latchkey.walletDirectory')

const storedRecents = storageKey(
  'directory.recents',
  guard((value): value is readonly string[] => Array.isArray(value) && value.length <= recentLimit),
)

const names = {
  include: true,
  exclude: true,
  platform: true,
  namespaces: true,
  featured: true,
  custom: true,
} satisfies Record<keyof WalletDirectoryOptions, true>

/**
 * A built-in list of wallets, with no network.
 *
 * @throws KernelError `OPTION_UNKNOWN` or `OPTIONS_NO_OBJECT`
 * @example
 * createKernel([walletDirectory({ exclude: ['some-wallet'], featured: ['other-wallet'] })])
 */
export function walletDirectory(options: WalletDirectoryOptions = {}): Plugin {
  checkOptionNames('walletDirectory', options, names)
  return definePlugin({
    id: 'walletDirectory',
    kernel: '^1.0.0',
    requires: { clock: Clock, log: Log, storage: Storage },
    optional: { service: HostedDirectory },
    provides: [WalletDirectory],
    setup(context, { clock, log, storage, service }) {
      const load = lazy('The list of wallets', async () => {
        const { listWallets } = await import('./lazy/listWallets.js')
        return listWallets(options)
      })
      const recents = () => readRecents(storage.read(storedRecents) ?? [])
      const hosted = lazy('The hosted list of wallets', async () => {
        const { createHostedWallets } = await import('./lazy/createHostedWallets.js')
        if (!service) throw new Error('No plugin provides HostedDirectory.')
        return createHostedWallets(service, options, { clock, log })
      })
      context.provide(WalletDirectory, () => ({
        wallets: async () => (await load()).open,
        closed: async () => (await load()).closed,
        hosted: service && {
          page: async (page, read) => (await hosted()).page(page, read),
          search: async (text, read) => (await hosted()).search(text, read),
          recommended: async () => (await hosted()).recommended(),
        },
        filter: options,
        recents,
        remember: (walletId) => storage.write(storedRecents, withRecent(recents(), walletId)),
      }))
    },
  })
}
