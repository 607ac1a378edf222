import {
  type Clock,
  Connector,
  type LogService,
  type PluginContext,
  type SessionService,
} from '@latchkey/kernel/plugin'
import type { Announcement } from './announcement.js'
import { type ConnectionOpener, createConnector } from './connector.js'
import { announcedPrefix, createKnownWallets, type KnownWallets } from './knownWallets.js'
import { type Eip1193Provider, isEip1193Provider } from './provider.js'
import { watchAnnouncements } from './watchAnnouncements.js'

/** Wallets that are not offered. Names and reverse-domain ids are compared without case. */
export interface Exclusions {
  readonly rdns?: readonly string[] | undefined
  readonly names?: readonly string[] | undefined
}

export interface DiscoveryOptions {
  readonly context: PluginContext
  readonly log: LogService
  readonly clock: Clock
  /** Tells which wallets the person used. */
  readonly session: Pick<SessionService, 'state'>
  readonly opener: () => Promise<ConnectionOpener>
  /** EIP-6963. */
  readonly announced: boolean
  /** `window.ethereum`. */
  readonly injected: boolean
  readonly exclude: Exclusions
}

const includes = (list: readonly string[] | undefined, value: string) =>
  list?.some((entry) => entry.toLowerCase() === value.toLowerCase()) === true

/** Declares the browser's wallets and returns what starts looking for them. */
export function createDiscovery(options: DiscoveryOptions): () => void {
  const { context, log, clock, opener, exclude } = options
  const providers = new Set<unknown>()
  let known: KnownWallets
  let removeInjected = options.injected ? addInjected() : undefined

  function addInjected(): (() => void) | undefined {
    const name = 'Browser Wallet'
    if (includes(exclude.names, name)) return undefined
    return context.add(
      Connector,
      createConnector({ id: 'eip155.injected', name, group: 'injected' }, injectedProvider, opener),
    )
  }

  /** An announced wallet that is `window.ethereum` too is offered once, under its own name. */
  function dropExplained(): void {
    if (!providers.has(injectedProvider())) return
    removeInjected?.()
    removeInjected = undefined
  }

  function addAnnounced(announcements: readonly Announcement[]): void {
    if (context.signal.aborted) return
    const ids = new Set<string>()
    const configured = new Set<string>()
    for (const { id, rdns, namespaces } of context.list(Connector)) {
      ids.add(id)
      // A connector that another plugin configured for the same wallet stands for it.
      const isConfigured = rdns && namespaces.includes('eip155') && !id.startsWith(announcedPrefix)
      if (isConfigured) configured.add(rdns.toLowerCase())
    }
    // The first of a reverse-domain id has the id without a number: the wallet whose session is stored under it.
    const used = announcements.filter((own) => known.usedId(own) === announcedPrefix + own.rdns)
    for (const { rdns, name, icon, provider } of new Set([...used, ...announcements])) {
      providers.add(provider)
      if (configured.has(rdns) || includes(exclude.rdns, rdns) || includes(exclude.names, name)) continue
      const id = freeId(announcedPrefix + rdns, ids)
      ids.add(id)
      const facts = { id, name, rdns, group: 'announced' as const, ...(icon ? { icon } : {}) }
      context.add(
        Connector,
        createConnector(facts, () => provider, opener),
      )
    }
    dropExplained()
  }

  return () => {
    if (typeof window === 'undefined') return
    // The host's connectors: its plugins have added them before any starts.
    known = createKnownWallets(context.list(Connector), options.session)
    if (options.announced) context.defer(watchAnnouncements(log, clock, known, addAnnounced))
    // What older wallets dispatch when they put themselves on a page that was loaded before.
    window.addEventListener('ethereum#initialized', dropExplained)
    context.defer(() => window.removeEventListener('ethereum#initialized', dropExplained))
  }
}

/** Two installs of one wallet share their rdns: the second one is numbered. */
function freeId(id: string, taken: ReadonlySet<string>): string {
  let number = 1
  let free = id
  while (taken.has(free)) {
    number += 1
    free = `${id}.${number}`
  }
  return free
}

/** What the browser's wallet put on the page, if there is a page and a wallet. */
function injectedProvider(): Eip1193Provider | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    const { ethereum } = window as { ethereum?: unknown }
    return isEip1193Provider(ethereum) ? ethereum : undefined
  } catch {
    return undefined
  }
}
