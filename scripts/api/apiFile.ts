import { join } from 'node:path'
import { root } from '../workspace.js'

/** Where the promises of every package stand, for people to read in a change. */
export const apiFolder = join(root, 'api')

/** The file of one package's promises, by its folder, such as `plugins/send`. */
export const apiFile = (folder: string): string => join(apiFolder, `${folder.replaceAll('/', '-')}.txt`)
