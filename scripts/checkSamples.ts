import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { samplesOf } from './samples.js'
import { root } from './workspace.js'
import { takeWords } from './takeWords.js'

/**
 * Compiles every TypeScript sample of every document, each as a module of its own: what a reader copies must work.
 * Names that stand for the reader's own app are declared in `e2e/samples/given.ts`.
 */
takeWords({})
const project = join(root, 'e2e/samples')
const written = join(project, 'written')
rmSync(written, { recursive: true, force: true })

const documents = execFileSync('git', ['ls-files', '--', '*.md', ':!.changeset', ':!create*/templates/**'], {
  cwd: root,
})
  .toString()
  .trim()
  .split('\n')

let count = 0
for (const path of documents) {
  for (const { line, module } of samplesOf(readFileSync(join(root, path), 'utf8'))) {
    const file = join(written, `${path}.${line}.tsx`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, module)
    count += 1
  }
}

const { stdout, status } = spawnSync(
  join(root, 'node_modules/.bin/tsc'),
  ['-p', project, '--pretty', 'false'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
console.log(stdout.replaceAll(/^e2e\/samples\/written\/(.*\.md)\.\d+\.tsx/gm, '$1'))
console.log(
  `${count} samples of ${documents.length} documents${status === 0 ? ' compile' : ' do not all compile'}.`,
)
process.exit(status === 0 && count > 0 ? 0 : 1)
