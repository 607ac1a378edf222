import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { CreateError } from './createError.js'

/**
 * Reads the files of parts, each a folder of templates. A file of a later part takes the place of one with the same path.
 * The manifests of all parts come apart, because they are joined.
 *
 * @throws CreateError `CREATE_TEMPLATE_INVALID` for a part without a folder
 */
export function readParts(
  templates: string,
  parts: readonly string[],
): { readonly files: ReadonlyMap<string, string>; readonly manifests: readonly string[] } {
  const files = new Map<string, string>()
  const manifests: string[] = []
  for (const part of parts) {
    const folder = join(templates, part)
    if (!existsSync(folder))
      throw new CreateError('CREATE_TEMPLATE_INVALID', `The templates have no part "${part}".`)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const path = relative(folder, file).split(sep).join('/')
      const text = readFileSync(file, 'utf8')
      if (path === 'package.json') manifests.push(text)
      else files.set(path, text)
    }
  }
  return { files, manifests }
}
