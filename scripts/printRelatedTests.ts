// Prints the tests that a change touches as JSON, nearest first: `tsx scripts/printRelatedTests.ts <file> …`.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { entriesOf, relatedTests } from './relatedTests.js'
import { root } from './workspace.js'

const below = (folder: string) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
const folders = [
  'kernel',
  'ui-react',
  'testkit',
  'codemod',
  'mcp',
  'create',
  'create-plugin',
  'devstack',
  ...below('plugins'),
  ...below('services'),
]
const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx']
const paths = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
console.log(
  JSON.stringify(relatedTests(process.argv.slice(2), { paths, read, entry: entriesOf(root, folders) })),
)
