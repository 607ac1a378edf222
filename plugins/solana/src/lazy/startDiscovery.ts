import { createWalletIds, watchStandardWallets } from '@latchkey/kernel/chain'
import { type Clock, Connector, lazy, type LogService, type PluginContext } from '@latchkey/kernel/plugin'
import { type AnnouncedWallet, onCapabilityChange, readAnnouncedWallet } from './announcedWallet.js'
import type { SolanaNetworks } from '../networks.js'
import { createConnector } from './createConnector.js'

/** Keeps the list of connectors equal to the Solana wallets that are registered. Returns the function that stops it. */
export function startDiscovery(
  context: PluginContext,
  networks: SolanaNetworks,
  clock: Clock,
  log: LogService,
): () => void {
  const opener = lazy('The code for connecting', async () => {
    const { createOpener } = await import('./openConnection.js')
    return createOpener({ networks, clock, log })
  })
  const nameWallets = createWalletIds()
  /** Each wallet that is followed, and what ends that. */
  const followed = new Map<unknown, () => void>()
  /** Each wallet that is listed, and what takes it off the list. */
  const listed = new Map<unknown, () => void>()

  /** Wallets that come together are named together, so that none is before another that looks the same. */
  function list(wallets: readonly unknown[]): void {
    if (context.signal.aborted) return
    const found = wallets.flatMap((wallet) => (listed.has(wallet) ? [] : (readAnnouncedWallet(wallet) ?? [])))
    for (const [index, named] of nameWallets(found.map(toClaim)).entries()) {
      const announced = found[index]
      if (announced)
        listed.set(announced.wallet, context.add(Connector, createConnector(named, announced, opener)))
    }
  }

  function unlist(wallet: unknown): void {
    listed.get(wallet)?.()
    listed.delete(wallet)
  }

  /** Lists the wallet when it gains what makes it usable, and unlists it when it loses that. */
  function follow(wallet: unknown): void {
    const unwatch = onCapabilityChange(wallet, () => {
      if (!followed.has(wallet)) return
      if (readAnnouncedWallet(wallet)) list([wallet])
      else unlist(wallet)
    })
    context.defer(unwatch)
    followed.set(wallet, unwatch)
  }

  return watchStandardWallets(log, (added, removed) => {
    for (const wallet of added) follow(wallet)
    list(added)
    for (const wallet of removed) {
      followed.get(wallet)?.()
      followed.delete(wallet)
      unlist(wallet)
    }
  })
}

/** The name is a wallet's identity in Wallet Standard, and anyone can register any: the picture is in the id, too. */
const toClaim = ({ name, icon, wallet }: AnnouncedWallet) => ({
  prefix: `solana.wallet.${slugOf(name)}`,
  name,
  icon,
  target: wallet,
})

function slugOf(name: string): string {
  const slug = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return slug || 'unnamed'
}
