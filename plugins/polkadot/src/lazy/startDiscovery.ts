import { type Clock, Connector, type PluginContext } from '@latchkey/kernel/plugin'
import { ModalOpened, partsOf, type SessionService } from '@latchkey/kernel/wallet'
import { type ConnectionOpener, connectorIdOf, createConnector } from './createConnector.js'
import { injectedKeys, readInjectedWallet } from './injectedWeb3.js'
import type { InjectedWalletFacts } from '../readOptions.js'

/** Milliseconds between looks. */
const interval = 250
/** Wallets inject while the page loads; after this many looks, five seconds, only opening the modal looks again. */
const looks = 20

/**
 * Lists the injected wallets of the page. The convention has no event for a wallet that comes late, so that the page is
 * looked at for a short while after the start and whenever the modal opens.
 */
export function startDiscovery(
  context: PluginContext,
  clock: Clock,
  session: Pick<SessionService, 'state'>,
  facts: Readonly<Record<string, InjectedWalletFacts>>,
  opener: () => Promise<ConnectionOpener>,
): void {
  const listed = new Set<string>()
  const isUsed = (key: string) =>
    session.state.recent.some(({ connectorId }) => partsOf(connectorId).includes(connectorIdOf(key)))

  function look(): void {
    for (const key of injectedKeys(isUsed)) {
      if (context.signal.aborted) return
      if (listed.has(key)) continue
      listed.add(key)
      context.add(Connector, createConnector(readInjectedWallet(key, facts), opener))
    }
  }

  let left = looks
  let timer = clock.setTimeout(again, interval)
  function again(): void {
    look()
    left -= 1
    if (left > 0 && !context.signal.aborted) timer = clock.setTimeout(again, interval)
  }

  context.defer(() => clock.clearTimeout(timer))
  context.on(ModalOpened, look)
  look()
}
