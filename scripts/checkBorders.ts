import { readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { findBorderViolations } from './borders.js'
import { findSources, root } from './workspace.js'
import { takeWords } from './takeWords.js'

/** Every source file against the import borders of CONTRIBUTING.md. */
takeWords({})
const folders = [
  'kernel/src',
  'ui-react/src',
  'testkit/src',
  'codemod/src',
  'mcp/src',
  'create/src',
  'create-plugin/src',
  'devstack/src',
  'plugins',
  'services',
  'bridges',
]
let count = 0
const violations: string[] = []
for (const folder of folders) {
  const path = join(root, folder)
  try {
    statSync(path)
  } catch {
    continue
  }
  for (const file of findSources(path)) {
    count += 1
    for (const violation of findBorderViolations(relative(root, file), readFileSync(file, 'utf8'))) {
      violations.push(`${relative(root, file)}: ${violation}`)
    }
  }
}
for (const violation of violations) console.error(violation)
console.log(`${count} files, ${violations.length} crossings of an import border.`)
process.exit(violations.length > 0 ? 1 : 0)
