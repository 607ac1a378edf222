import { watchStandardWallets } from '@latchkey/kernel/chain'
import { Connector, type LogService, type PluginContext } from '@latchkey/kernel/plugin'
import { onCapabilityChange, readAnnouncedWallet } from './announcedWallet.js'
import { type ConnectionOpener, createConnector } from './connector.js'

/** Keeps the list of connectors equal to the Solana wallets that are registered. Returns the function that stops it. */
export function startDiscovery(
  context: PluginContext,
  log: LogService,
  opener: () => Promise<ConnectionOpener>,
): () => void {
  const ids = new Set<string>()

  function list(wallet: unknown): (() => void) | undefined {
    const announced = readAnnouncedWallet(wallet)
    if (!announced || context.signal.aborted) return undefined
    const id = freeId(`solana.wallet.${slugOf(announced.name)}`, ids)
    const remove = context.add(Connector, createConnector(id, announced, opener))
    ids.add(id)
    return () => {
      ids.delete(id)
      remove()
    }
  }

  /** Lists the wallet whenever it can be used, and returns what ends that. */
  function follow(wallet: unknown): () => void {
    let unlist = list(wallet)
    const unwatch = onCapabilityChange(wallet, () => {
      const usable = readAnnouncedWallet(wallet) !== undefined
      if (usable && !unlist) unlist = list(wallet)
      if (usable || !unlist) return
      unlist()
      unlist = undefined
    })
    context.defer(unwatch)
    return () => {
      unwatch()
      unlist?.()
      unlist = undefined
    }
  }

  const followed = new Map<unknown, () => void>()
  return watchStandardWallets(log, (added, removed) => {
    for (const wallet of added) followed.set(wallet, follow(wallet))
    for (const wallet of removed) {
      followed.get(wallet)?.()
      followed.delete(wallet)
    }
  })
}

/** The name is a wallet's identity in Wallet Standard, so the id that comes of it is the same after a reload. */
function slugOf(name: string): string {
  const slug = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug || 'unnamed'
}

/** Two wallets may share a name: the second one is numbered. */
function freeId(id: string, taken: ReadonlySet<string>): string {
  let number = 1
  let free = id
  while (taken.has(free)) {
    number += 1
    free = `${id}.${number}`
  }
  return free
}
