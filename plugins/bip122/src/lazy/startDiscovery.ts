import { watchStandardWallets } from '@latchkey/kernel/chain'
import { type Clock, Connector, type LogService, type PluginContext } from '@latchkey/kernel/plugin'
import { type ConnectionOpener, createConnector } from './createConnector.js'
import { readBtcProviders } from './discover/readBtcProviders.js'
import { readInjected } from './discover/readInjected.js'
import { onCapabilityChange, readStandardWallet } from './discover/readStandardWallet.js'
import type { FoundWallet } from './foundWallet.js'

export interface DiscoveryOptions {
  readonly context: PluginContext
  readonly clock: Clock
  readonly log: LogService
  readonly opener: () => Promise<ConnectionOpener>
}

/** When the page is looked at for wallets that announce themselves by no event: milliseconds after the start. */
const looks = [100, 300, 1_000, 3_000]

/**
 * Keeps the list of connectors equal to the Bitcoin wallets of the page. A wallet found by several protocols shows once:
 * as Wallet Standard has it, else as WBIP-004 lists it, else as it is injected.
 */
export function startDiscovery({ context, clock, log, opener }: DiscoveryOptions): void {
  const standard = new Set<unknown>()
  const watched = new Map<unknown, () => void>()
  const shown = new Map<string, { readonly found: FoundWallet; readonly remove: () => void }>()
  let others: readonly FoundWallet[] = []

  function refresh(): void {
    if (context.signal.aborted) return
    const announced = [...standard].flatMap((wallet) => readStandardWallet(wallet) ?? [])
    const next = byId([announced, others.filter(isAnnounced), others.filter((found) => !isAnnounced(found))])
    for (const [id, { found, remove }] of [...shown]) {
      if (isSame(next.get(id), found)) continue
      shown.delete(id)
      remove()
    }
    for (const [id, found] of next) {
      if (shown.has(id) || context.list(Connector).some((connector) => connector.id === id)) continue
      shown.set(id, { found, remove: context.add(Connector, createConnector(id, found, opener)) })
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
  context.defer(() => {
    stop()
    for (const timer of timers) clock.clearTimeout(timer)
    for (const unwatch of watched.values()) unwatch()
  })
}

const isAnnounced = ({ group }: FoundWallet) => group === 'announced'
const isSame = (left: FoundWallet | undefined, right: FoundWallet) =>
  left?.target === right.target && left.name === right.name && left.icon === right.icon

/**
 * Ids for wallets of several protocols, the preferred protocol first. The same object, or the same name by another
 * protocol, is the same wallet; two of one name by one protocol are two wallets.
 */
function byId(protocols: readonly (readonly FoundWallet[])[]): ReadonlyMap<string, FoundWallet> {
  const found = new Map<string, FoundWallet>()
  const targets = new Set<object>()
  const slugs = new Set<string>()
  for (const wallets of protocols) {
    const earlier = new Set(slugs)
    for (const wallet of wallets) {
      if (targets.has(wallet.target) || earlier.has(wallet.slug)) continue
      targets.add(wallet.target)
      slugs.add(wallet.slug)
      const base = `bip122.${wallet.slug}`
      let id = base
      for (let number = 2; found.has(id); number += 1) id = `${base}.${number}`
      found.set(id, wallet)
    }
  }
  return found
}
