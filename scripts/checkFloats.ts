import { join } from 'node:path'
import { findFloats } from './floats.js'
import { root } from './workspace.js'
import { takeWords } from './takeWords.js'

/** No float anywhere that money is computed. */
takeWords({})
const { files, floats } = findFloats(root, join(root, 'scripts/floats.tsconfig.json'))
for (const { path, line, problem } of floats) console.error(`${path}:${line}: ${problem}`)
console.log(`${files} files where money is computed, ${floats.length} floats.`)
process.exit(files === 0 || floats.length > 0 ? 1 : 0)
