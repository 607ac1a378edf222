import { createWalletIds } from '@latchkey/kernel/chain'
import {
  type Clock,
  Connector,
  type ConnectorContribution,
  type LogService,
  type PluginContext,
} from '@latchkey/kernel/plugin'
import { ModalOpened, type SessionService } from '@latchkey/kernel/wallet'
import { announcedPrefix } from './announcedId.js'
import type { Announcement } from './announcement.js'
import { type ConnectionOpener, createConnector } from './createConnector.js'
import { createKnownWallets } from './knownWallets.js'
import { type Eip1193Provider, isEip1193Provider } from '../provider.js'
import { pageWallets } from './pageWallets.js'
import { watchAnnouncements } from './watchAnnouncements.js'

/** Wallets that are not offered. Names and reverse-domain ids are compared without case. */
export interface Exclusions {
  readonly rdns?: readonly string[] | undefined
  readonly names?: readonly string[] | undefined
}

export interface DiscoveryOptions {
  readonly context: PluginContext
  /** The code that connects a wallet, loaded when somebody does. */
  readonly opener: () => Promise<ConnectionOpener>
  readonly log: LogService
  readonly clock: Clock
  /** Tells which wallets the person used. */
  readonly session: Pick<SessionService, 'state'>
  /** EIP-6963. */
  readonly announced: boolean
  /** `window.ethereum`. */
  readonly injected: boolean
  readonly exclude: Exclusions
  /** The host's own connectors: what its plugins added before any started. */
  readonly configured: readonly ConnectorContribution[]
}

const includes = (list: readonly string[] | undefined, value: string) =>
  list?.some((entry) => entry.toLowerCase() === value.toLowerCase()) === true

/** Keeps the list of connectors equal to the EVM wallets of the page. */
export function startDiscovery(options: DiscoveryOptions): void {
  const { context, opener, log, clock, session, exclude } = options
  const providers = new Set<unknown>()
  const nameWallets = createWalletIds()
  let removeInjected = options.injected ? addInjected() : undefined

  function addInjected(): (() => void) | undefined {
    const name = 'Browser Wallet'
    const label = { section: 'connect', key: 'browserWallet', text: name }
    if (includes(exclude.names, name)) return undefined
    const facts = { id: 'eip155.injected', name, label, group: 'injected' } as const
    return context.add(Connector, createConnector(facts, injectedProvider, opener))
  }

  /** An announced wallet that is `window.ethereum` too is offered once, under its own name. */
  function dropExplained(): void {
    if (!providers.has(injectedProvider())) return
    removeInjected?.()
    removeInjected = undefined
  }

  function addAnnounced(announcements: readonly Announcement[]): void {
    if (context.signal.aborted) return
    const configured = new Set<string>()
    for (const { id, rdns, namespaces } of context.list(Connector)) {
      // A connector that another plugin configured for the same wallet stands for it.
      const isConfigured = rdns && namespaces.includes('eip155') && !id.startsWith(announcedPrefix)
      if (isConfigured) configured.add(rdns.toLowerCase())
    }
    const ids = nameWallets(
      announcements.map(({ rdns, name, icon, provider }) => {
        return { prefix: `${announcedPrefix}${rdns}`, name, icon, target: provider }
      }),
    )
    for (const [index, { rdns, name, icon, provider }] of announcements.entries()) {
      providers.add(provider)
      if (configured.has(rdns) || includes(exclude.rdns, rdns) || includes(exclude.names, name)) continue
      const { id = '', isAlone = false } = ids[index] ?? {}
      const page = Object.hasOwn(pageWallets, rdns) ? pageWallets[rdns] : undefined
      const shown = page?.name ?? name
      const facts = { id, name: shown, rdns, group: 'announced' as const, ...(icon ? { icon } : {}) }
      const { restore, listen, ...asking } = createConnector(facts, () => provider, opener, !page)
      // Of wallets that cannot be told apart, none is asked without the person, who alone knows which one is theirs.
      context.add(Connector, isAlone && restore && listen ? { ...asking, restore, listen } : asking)
    }
    dropExplained()
  }

  const known = createKnownWallets(options.configured, session)
  const watching = options.announced ? watchAnnouncements(log, clock, known, addAnnounced) : undefined
  if (watching) context.defer(watching.stop)
  // What older wallets dispatch when they put themselves on a page that was loaded before.
  window.addEventListener('ethereum#initialized', dropExplained)
  // A wallet that came late may have told nobody.
  context.on(ModalOpened, () => {
    watching?.ask()
    dropExplained()
  })
  context.defer(() => window.removeEventListener('ethereum#initialized', dropExplained))
}

/** What the browser's wallet put on the page, if there is a wallet. */
function injectedProvider(): Eip1193Provider | undefined {
  try {
    const { ethereum } = window as { ethereum?: unknown }
    return isEip1193Provider(ethereum) ? ethereum : undefined
  } catch {
    return undefined
  }
}
