import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { countCodeLines } from './codeLines.js'
import { findJoins, findJoinsInSamples } from './joins.js'
import { root } from './workspace.js'
import { takeWords } from './takeWords.js'

/** Account, network, provider and capability meet in `kernel/src/wallet` alone. */
takeWords({})
const { files, joins: inCode } = findJoins(root, join(root, 'scripts/joins.tsconfig.json'))
const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
const inSamples = documents
  .filter((path) => !path.endsWith('CHANGELOG.md'))
  .flatMap((path) => findJoinsInSamples(path, readFileSync(join(root, path), 'utf8')))
const joins = [...inCode, ...inSamples]
for (const { path, line, problem } of joins) console.error(`${path}:${line}: ${problem}`)
console.log(`${files} files, ${joins.length} joins outside of the door.`)

/** What it takes a stranger to connect a wallet and to sign with it. */
const limit = 150
const parts = ['keplr.ts', 'signMessage.ts'].map((name) => `examples/third-party-cosmos/src/${name}`)
const sum = parts.reduce((total, path) => total + countCodeLines(readFileSync(join(root, path), 'utf8')), 0)
console.log(`${sum} lines of code for the connector and the signing of a stranger's chain; at most ${limit}.`)

process.exit(files === 0 || joins.length > 0 || sum > limit ? 1 : 0)
