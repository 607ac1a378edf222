import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const home = /^(?:kernel|ui-react|testkit|codemod|devstack|plugins\/[^/]+|examples\/third-party-[^/]+)\//

/** Between these docs/vectors.md is written by scripts/writeVectors.ts. */
export const TABLE_START = '<!-- vectors -->\n'
export const TABLE_END = '\n<!-- /vectors -->'

/** What is in the repository, or will be with the next commit. */
function listFiles(): readonly string[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => home.test(path))
    .sort()
}

/** Public test vectors that are kept in the repository, by path. */
export function listVectorFiles(): readonly string[] {
  return listFiles().filter((path) => /\/vectors\/.*\.json$/.test(path))
}

/** Every test, by path, with its text. */
export function readTests(): ReadonlyMap<string, string> {
  const paths = listFiles().filter((path) => /\.test\.tsx?$/.test(path))
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]))
}

/**
 * The tests that load a vector file: they are of its package and name its path below `vectors/`, with `.json` where it
 * is imported and without where a helper reads it. A template such as `` `bip322/${file}` `` counts where the name of the
 * file stands in the test too.
 */
export function testsThatLoad(file: string, tests: ReadonlyMap<string, string>): readonly string[] {
  const owner = home.exec(file)?.[0] ?? ''
  const [, below = ''] = file.split(/\/vectors\/(.*)/s)
  const name = below.replace(/\.json$/, '')
  const folder = name.slice(0, name.lastIndexOf('/') + 1)
  return [...tests]
    .filter(([path, text]) => {
      if (!path.startsWith(owner)) return false
      if (
        text.includes(`vectors/${below}'`) ||
        text.includes(`readVectors('${name}')`) ||
        text.includes(`read('${name}')`)
      ) {
        return true
      }
      const isTemplate = folder !== '' && text.includes(`readVectors(\`${folder}\${`)
      return isTemplate && text.includes(`'${basename(name)}'`)
    })
    .map(([path]) => path)
    .sort()
}

/** The table of docs/vectors.md: each file with the tests that load it. */
export function writeTable(files: readonly string[], tests: ReadonlyMap<string, string>): string {
  const rows = files.map((file) => `| \`${file}\` | ${testsThatLoad(file, tests).join('<br>')} |`)
  return ['| File | Loaded by |', '| --- | --- |', ...rows].join('\n')
}
