import { createWalletIds, watchStandardWallets } from '@latchkey/kernel/chain'
import { Connector, Log, type PluginContext } from '@latchkey/kernel/plugin'
import { readStandardWallet } from './readStandardWallet.js'
import { suiWallet } from './wallet.js'

/** Offers the wallets that register themselves, for as long as they're there. Returns what ends it. */
export function watchWallets(context: PluginContext): () => void {
  const idsOf = createWalletIds()
  const removals = new Map<unknown, () => void>()
  return watchStandardWallets(context.get(Log), (added, removed) => {
    for (const target of removed) {
      removals.get(target)?.()
      removals.delete(target)
    }
    const found = added.flatMap((target) => readStandardWallet(target) ?? [])
    const ids = idsOf(
      found.map(({ target, name, icon }) => ({
        prefix: `${context.id}.${name.replaceAll('~', '')}`,
        name,
        icon,
        target,
      })),
    )
    for (const [index, { target, name, icon, wallet }] of found.entries()) {
      const { id = '', isAlone = false } = ids[index] ?? {}
      const options = {
        id,
        name,
        find: () => (removals.has(target) ? wallet : undefined),
        ...(icon && { icon }),
      }
      const { restore, listen, ...connector } = suiWallet.connector(context, options)
      // Of two that look the same only a press tells which is the person's, so that neither is taken up by itself.
      const byItself = isAlone ? { ...(restore && { restore }), ...(listen && { listen }) } : {}
      removals.set(target, context.add(Connector, { ...connector, ...byItself }))
    }
  })
}
