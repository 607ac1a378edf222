import { createWalletIds, markWallet, type WalletId, watchStandardWallets } from '@latchkey/kernel/chain'
import { type Clock, Connector, lazy, type LogService, type PluginContext } from '@latchkey/kernel/plugin'
import { ModalOpened, partsOf, type SessionService } from '@latchkey/kernel/wallet'
import type { BitcoinNetworks } from '../networks.js'
import { createConnector } from './createConnector.js'
import { readBtcProviders } from './discover/readBtcProviders.js'
import { readInjected } from './discover/readInjected.js'
import type { OpenerTools } from './followWallet.js'
import { onCapabilityChange, readStandardWallet } from './discover/readStandardWallet.js'
import type { FoundWallet } from './foundWallet.js'

export interface DiscoveryOptions {
  readonly context: PluginContext
  readonly networks: BitcoinNetworks
  readonly clock: Clock
  readonly log: LogService
  /** Tells which wallets the person used. */
  readonly session: Pick<SessionService, 'state'>
}

/** When the page is looked at for wallets that announce themselves by no event: milliseconds after the start. Later ones are found when the modal opens. */
const looks = [100, 300, 1_000, 3_000]

/**
 * Keeps the list of connectors equal to the Bitcoin wallets of the page. A wallet found by several protocols shows once:
 * as Wallet Standard has it, else as WBIP-004 lists it, else as it is injected.
 */
export function startDiscovery({ context, networks, clock, log, session }: DiscoveryOptions): void {
  const opener = createLazyOpener({ networks, clock, log })
  const nameWallets = createNames()
  const standard = new Set<unknown>()
  const watched = new Map<unknown, () => void>()
  const shown = new Map<string, { readonly found: FoundWallet; readonly remove: () => void }>()
  let others: readonly FoundWallet[] = []

  function refresh(): void {
    if (context.signal.aborted) return
    const announced = [...standard].flatMap((wallet) => readStandardWallet(wallet) ?? [])
    const found = oncePerWallet(
      [announced, others.filter(isAnnounced), others.filter((wallet) => !isAnnounced(wallet))],
      (wallet) => isUsed(session, baseOf(wallet)),
    )
    const next = new Map(nameWallets(found).map((named) => [named.id, named] as const))
    for (const [id, { found, remove }] of [...shown]) {
      if (isSame(next.get(id)?.found, found)) continue
      shown.delete(id)
      remove()
    }
    for (const [id, { found, isAlone }] of next) {
      if (shown.has(id) || context.list(Connector).some((connector) => connector.id === id)) continue
      const connector = createConnector({ id, isAlone }, found, opener)
      shown.set(id, { found, remove: context.add(Connector, connector) })
    }
  }

  /** Wallets may gain and lose Bitcoin while the page lives. */
  function watch(): void {
    for (const wallet of standard) {
      if (!watched.has(wallet)) watched.set(wallet, onCapabilityChange(wallet, refresh))
    }
    for (const [wallet, unwatch] of watched) {
      if (standard.has(wallet)) continue
      watched.delete(wallet)
      unwatch()
    }
    refresh()
  }

  function look(): void {
    others = [...readBtcProviders(), ...readInjected()]
    refresh()
  }

  const stop = watchStandardWallets(log, (added, removed) => {
    for (const wallet of added) standard.add(wallet)
    for (const wallet of removed) standard.delete(wallet)
    watch()
  })
  const timers = looks.map((delay) => clock.setTimeout(look, delay))
  look()
  context.on(ModalOpened, look)
  context.defer(() => {
    stop()
    for (const timer of timers) clock.clearTimeout(timer)
    for (const unwatch of watched.values()) unwatch()
  })
}

/** What connects, loaded when it is first needed. */
const createLazyOpener = (tools: OpenerTools) =>
  lazy('The Bitcoin connector', async () => (await import('./openConnection.js')).createOpener(tools))

const isAnnounced = ({ group }: FoundWallet) => group === 'announced'
const isSame = (left: FoundWallet | undefined, right: FoundWallet) =>
  left?.target === right.target && left.name === right.name && left.icon === right.icon

interface NamedWallet extends WalletId {
  readonly found: FoundWallet
}

/** A known place of the page holds one wallet, so that its name is enough. What is announced can be announced twice. */
function createNames(): (wallets: readonly FoundWallet[]) => readonly NamedWallet[] {
  const nameWallets = createWalletIds()
  return (wallets) => {
    const claims = wallets.filter(isAnnounced)
    const ids = nameWallets(claims.map((wallet) => ({ ...wallet, prefix: prefixOf(wallet) })))
    return wallets.map((found) => ({
      ...(ids[claims.indexOf(found)] ?? { id: prefixOf(found), isAlone: true }),
      found,
    }))
  }
}

const prefixOf = ({ slug }: FoundWallet) => `bip122.${slug}`
const baseOf = (found: FoundWallet) =>
  isAnnounced(found) ? markWallet({ ...found, prefix: prefixOf(found) }) : prefixOf(found)

const isUsed = ({ state }: DiscoveryOptions['session'], base: string) =>
  [...state.recent, ...state.connections].some(({ connectorId }) => partsOf(connectorId).includes(base))

/**
 * Wallets of several protocols, the preferred protocol first. The same object, or the same name by another protocol, is the
 * same wallet; two of one name by one protocol are two wallets. One that the person used is hidden by no name: anyone can
 * announce any.
 */
function oncePerWallet(
  protocols: readonly (readonly FoundWallet[])[],
  isKept: (wallet: FoundWallet) => boolean,
): readonly FoundWallet[] {
  const found: FoundWallet[] = []
  const targets = new Set<object>()
  const slugs = new Set<string>()
  for (const wallets of protocols) {
    const earlier = new Set(slugs)
    for (const wallet of wallets) {
      if (targets.has(wallet.target)) continue
      if (earlier.has(wallet.slug) && !isKept(wallet)) continue
      targets.add(wallet.target)
      slugs.add(wallet.slug)
      found.push(wallet)
    }
  }
  return found
}
