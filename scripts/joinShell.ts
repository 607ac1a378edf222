import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { joinModules } from './joinModules.js'
import { root } from './workspace.js'

/** What is exported from here is a part that views are made of: needed once something is opened, not before. */
const kitFolders = ['components', 'forms', 'views']

/**
 * Joins what the compiler made of the shell into three files: the modal with the first views, the parts of the kit beyond it,
 * and the further views. What is loaded before anything is opened stays as it is.
 */
export async function joinShell(): Promise<ReadonlyMap<string, number>> {
  const folder = join(root, 'ui-react/dist')
  const exported = [...readFileSync(join(folder, 'index.js'), 'utf8').matchAll(/ from '\.\/(.+?)'/g)].flatMap(
    ([, path]) => path ?? [],
  )
  const isKit = (path: string) => kitFolders.includes(path.split('/')[0] ?? '')
  return joinModules(
    folder,
    [
      { name: 'modal.js', roots: ['shell/modalChunk.js'] },
      { name: 'kit.js', roots: exported.filter(isKit) },
      { name: 'furtherViews.js', roots: ['shell/furtherViewsChunk.js'] },
    ],
    exported.filter((path) => !isKit(path)),
  )
}
