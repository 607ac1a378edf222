import { join } from 'node:path'
import { exportedModules } from './exportedModules.js'
import { joinModules } from './joinModules.js'
import { root } from './workspace.js'

/**
 * Small, and needed by nearly everything that is loaded after the page's first scripts. With these they weigh 2 kB; as files
 * of their own they are ten requests between the press of the button and the list.
 */
const shared = [
  'chain/createWalletIds.js',
  'chain/watchStandardWallets.js',
  'contracts/accountIds.js',
  'contracts/capabilities/amount.js',
  'contracts/copyList.js',
  'errors/connection.js',
  'errors/kernelErrorFrom.js',
  'keys/providerKey.js',
  'platform/untilAborted.js',
  'wallet/session/spanningId.js',
]

/**
 * Joins what the compiler made of the kernel into two files: what every page has from the start, and what talks to wallets.
 * What else a plugin can import stays as it is, so that a page carries only what its plugins name.
 */
export async function joinKernel(): Promise<ReadonlyMap<string, number>> {
  const folder = join(root, 'kernel/dist')
  const entries = ['index.js', 'plugin.js', 'chain.js']
  return joinModules(folder, [
    { name: 'createKernel.js', roots: ['createKernel.js', ...shared] },
    { roots: entries.flatMap((entry) => exportedModules(join(folder, entry))) },
    { name: 'wallet/walletCode.js', roots: ['wallet/walletCode.js'] },
  ])
}
