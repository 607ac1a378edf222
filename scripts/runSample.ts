import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './workspace.js'

/** Where every package of the workspace can be found by its name. */
const require = createRequire(join(root, 'e2e/package.json'))

/** What a sample imports, by the names it uses. */
export async function importsOf(module: string): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {}
  for (const [, names = '', from = ''] of module.matchAll(/^import \{([^}]*)\} from '([^']+)'$/gm)) {
    const entry = (await import(pathToFileURL(require.resolve(from)).href)) as Record<string, unknown>
    for (const name of names.split(',').map((each) => each.trim())) {
      if (!(name in entry)) throw new Error(`${from} exports no ${name}.`)
      found[name] = entry[name]
    }
  }
  return found
}

/** Runs a part of a sample that is an expression, with what the sample imports. */
export function runExpression(expression: string, imports: Readonly<Record<string, unknown>>): unknown {
  return new Function(...Object.keys(imports), `return (${expression})`)(...Object.values(imports))
}
