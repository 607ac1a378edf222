import { join } from 'node:path'
import { exportedModules } from './exportedModules.js'
import { joinModules } from './joinModules.js'
import { root } from './workspace.js'

/** What is exported from here is a part that views are made of: needed once something is opened, not before. */
const kitFolders = ['components', 'forms', 'views']

/**
 * Joins what the compiler made of the shell into files: the modal with the first views, what a chosen wallet needs, the search
 * of the wallets, the parts of the kit beyond these, and the further views. What is loaded before anything is opened stays as it is.
 */
export async function joinShell(): Promise<ReadonlyMap<string, number>> {
  const folder = join(root, 'ui-react/dist')
  const exported = exportedModules(join(folder, 'index.js'))
  const isKit = (path: string) => kitFolders.includes(path.split('/')[0] ?? '')
  return joinModules(folder, [
    { roots: exported.filter((path) => !isKit(path)) },
    { name: 'shell/modalChunk.js', roots: ['shell/modalChunk.js'] },
    { name: 'shell/connectingChunk.js', roots: ['shell/connectingChunk.js'] },
    { name: 'views/WalletSearch.js', roots: ['views/WalletSearch.js'] },
    { name: 'kit.js', roots: exported.filter(isKit) },
    { name: 'shell/furtherViewsChunk.js', roots: ['shell/furtherViewsChunk.js'] },
  ])
}
