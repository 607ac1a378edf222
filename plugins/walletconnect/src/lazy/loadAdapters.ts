import type { LogService } from '@latchkey/kernel/plugin'
import { type RemoteAdapter, RemoteProvider } from '@latchkey/kernel/contracts'
import type { WalletsService } from '@latchkey/kernel/wallet'

/**
 * What the plugins of these namespaces make their providers with. A namespace without an adapter gets the session's plain
 * requests; one whose adapter cannot be loaded has no provider, because another form would mislead its plugin.
 */
export async function loadAdapters(
  namespaces: readonly string[],
  wallets: Pick<WalletsService, 'chain'>,
  log: LogService,
): Promise<ReadonlyMap<string, RemoteAdapter | undefined>> {
  const entries = namespaces.map(
    async (namespace): Promise<(readonly [string, RemoteAdapter | undefined])[]> => {
      try {
        const adapter = await wallets.chain(namespace, RemoteProvider)?.load()
        return adapter ? [[namespace, adapter]] : []
      } catch (error) {
        log.warn(`What "${namespace}" needs for wallets elsewhere could not be loaded.`, error)
        return [[namespace, undefined]]
      }
    },
  )
  return new Map((await Promise.all(entries)).flat())
}
