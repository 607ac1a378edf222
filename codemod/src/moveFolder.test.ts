import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { movedNames } from './movedNames.js'
import { moveFolder } from './moveFolder.js'
import { removedNames } from './removedNames.js'

const here = fileURLToPath(new URL('..', import.meta.url))
// Inside the package, so that the compiler finds the kernel.
const folder = mkdtempSync(join(here, '.moved-'))
afterAll(() => rmSync(folder, { recursive: true }))

const exported = (entry: string) => {
  const text = readFileSync(join(here, `../kernel/src/${entry}.ts`), 'utf8')
  return [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim().replace(/^type /, '')),
  )
}

describe('the tables', () => {
  it('send each name to an entry that exports it', () => {
    for (const [home, names] of Object.entries(movedNames)) {
      const there = exported(home.replace('@latchkey/kernel/', ''))
      expect(names.filter((name) => !there.includes(name))).toEqual([])
    }
  })

  it('call removed only what no entry exports', () => {
    const all = ['index', 'plugin', 'contracts', 'wallet', 'transaction', 'chain'].flatMap(exported)
    expect(Object.keys(removedNames).filter((name) => all.includes(name))).toEqual([])
  })
})

describe('moveFolder', () => {
  it('moves a whole chain plugin that was written before, so that it compiles', () => {
    const plugin = join(folder, 'cosmos')
    cpSync(join(here, 'fixtures/cosmos'), plugin, { recursive: true })
    const compile = () => {
      writeFileSync(
        join(plugin, 'tsconfig.json'),
        JSON.stringify({
          extends: '../../../tsconfig.base.json',
          compilerOptions: { noEmit: true, types: [] },
          include: ['*.ts'],
        }),
      )
      const tsc = join(here, '../node_modules/.bin/tsc')
      return spawnSync(tsc, ['-p', plugin], { encoding: 'utf8' })
    }
    expect(compile().stdout).toContain("has no exported member 'capability'")
    const { changed, left } = moveFolder(plugin)
    expect(left).toEqual([])
    expect(changed.length).toBeGreaterThan(1)
    expect(compile().stdout).toBe('')
    expect(moveFolder(plugin).changed).toEqual([])
  })

  it('moves the kernel’s guide of before: each name is imported from the entry that has it', () => {
    const pages = join(folder, 'pages')
    mkdirSync(pages)
    cpSync(join(here, 'fixtures/kernel-readme.txt'), join(pages, 'README.md'))
    expect(moveFolder(pages)).toEqual({ changed: ['README.md'], left: [] })
    const page = readFileSync(join(pages, 'README.md'), 'utf8')
    const imports = [...page.matchAll(/import (?:type )?\{([^}]*)\} from '@latchkey\/kernel\/(\w+)'/g)]
    expect(imports.length).toBeGreaterThan(2)
    for (const [, list = '', entry = ''] of imports) {
      if (entry === 'testing') continue
      const names = list.split(',').map((name) => name.trim().replace(/^type /, ''))
      expect(names.filter((name) => name !== '' && !exported(entry).includes(name))).toEqual([])
    }
  })

  it('leaves packages, builds and links alone, and writes nothing when it only looks', () => {
    const project = join(folder, 'project')
    const before = "import { Session } from '@latchkey/kernel/plugin'\n"
    for (const path of ['src', 'node_modules/a', 'dist']) {
      mkdirSync(join(project, path), { recursive: true })
      writeFileSync(join(project, path, 'a.ts'), before)
    }
    expect(moveFolder(project, false)).toEqual({ changed: ['src/a.ts'], left: [] })
    expect(readFileSync(join(project, 'src/a.ts'), 'utf8')).toBe(before)
    expect(moveFolder(project).changed).toEqual(['src/a.ts'])
    expect(readFileSync(join(project, 'dist/a.ts'), 'utf8')).toBe(before)
  })
})

describe('a file that it could break', () => {
  const moved = (text: string | Buffer, name = 'a.ts') => {
    const project = mkdtempSync(join(folder, 'hard-'))
    writeFileSync(join(project, name), text)
    const { changed, left } = moveFolder(project)
    const again = moveFolder(project)
    expect(again.changed).toEqual([])
    return { changed, left, text: readFileSync(join(project, name)).toString('latin1') }
  }
  const line = "import { Session } from '@latchkey/kernel/plugin'"
  const after = line.replace('plugin', 'wallet')

  it('keeps its ends of lines', () => {
    expect(moved(`${line.replace('{', '{\r\n  definePlugin,\r\n ')}\r\nfoo()\r\n`).text).toBe(
      `import { definePlugin } from '@latchkey/kernel/plugin'\r\n${after}\r\nfoo()\r\n`,
    )
    const page = (code: string) => `# A\r\n\r\n\`\`\`ts\r\n${code}\r\n\`\`\`\r\n`
    expect(moved(page(line), 'a.md').text).toBe(page(after))
  })

  it('keeps its byte order mark, and is not written for it', () => {
    expect(moved(`\uFEFF${line}\n`).text).toBe(`\xEF\xBB\xBF${after}\n`)
    expect(moved(`\uFEFF${after}\n`).changed).toEqual([])
  })

  it.each([
    ['other letters than UTF-8', Buffer.from(`${line} // \xE9\n`, 'latin1'), 'a.ts:1: The file is not UTF-8'],
    ['an error', `${line}\nconst = 4\n`, "a.ts:2: The compiler can't read this"],
    [
      'too much depth',
      `${line}\nf(${'('.repeat(20_000)}1${')'.repeat(20_000)})\n`,
      'a.ts:1: The file was left',
    ],
    ['a default import', line.replace('{', 'all, {'), 'a.ts:1: This has a default import'],
    ['attributes', `${line} with { type: 'x' }`, 'a.ts:1: This has attributes'],
    ['a comment', line.replace('{', '{ // why\n'), 'a.ts:1: This has a comment inside'],
    [
      'require()',
      line.replace('import', 'const').replace(/from (.*)/, '= require($1)'),
      'a.ts:1: "@latchkey',
    ],
    ['import = require()', "import all = require('@latchkey/kernel/plugin')", 'a.ts:1: "@latchkey'],
    ['typeof import()', "type All = typeof import('@latchkey/kernel/plugin')", 'a.ts:1: `typeof import()`'],
    ['a mock', "mock('@latchkey/kernel/plugin', () => 1)", 'a.ts:1: "@latchkey'],
  ])('is left as it is, and told: %s', (_what, text, sentence) => {
    const result = moved(text)
    expect(result.changed).toEqual([])
    expect(result.left).toEqual([expect.stringContaining(sentence)])
    expect(result.text).toBe(Buffer.from(text).toString('latin1'))
  })

  it.each([
    `// ${line}\n`,
    `/*\n${line}\n*/\n`,
    `const text = \`\n${line}\n\`\n`,
    `const text = "${line}"\n`,
  ])('is left as it is where it only looks like code: %j', (text) =>
    expect(moved(text)).toEqual({ changed: [], left: [], text }),
  )
})

describe('the command', () => {
  const cli = join(here, 'src/cli.ts')
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['--import', 'tsx', cli, ...words], { encoding: 'utf8', cwd: here })

  it.each([
    [[], 'Expected "imports" or "from", received nothing.'],
    [['import'], 'Expected "imports" or "from", received "import".'],
    [['from'], 'received nothing.'],
    [['from', 'elsewhere'], 'received "elsewhere".'],
    [['from', 'rainbowkit', 'nowhere'], 'There is no folder "nowhere".'],
    [['imports', ''], 'The folder has no name.'],
    [['imports', 'package.json/below'], 'There is no folder "package.json/below".'],
    [['imports', 'nowhere'], 'There is no folder "nowhere".'],
    [['imports', 'src', 'test'], 'Expected one folder, received "src", "test".'],
    [['imports', '--force'], "Unknown option '--force'"],
  ])('says what is wrong with %j', (words, sentence) => {
    const { status, stderr } = run(...words)
    expect(stderr).toContain(sentence)
    expect(stderr).toContain('Usage: npx @latchkey/codemod imports')
    expect(status).toBe(2)
  })

  it('ends with 1 when a person has something left to do', () => {
    const project = mkdtempSync(join(tmpdir(), 'latchkey-codemod-'))
    writeFileSync(join(project, 'a.ts'), "import * as kernel from '@latchkey/kernel/plugin'\n")
    const { status, stdout, stderr } = run('imports', project)
    rmSync(project, { recursive: true })
    expect(stderr).toContain('a.ts:1: `import * as` takes the whole entry')
    expect(stdout).toContain('0 files changed, 1 place needs you.')
    expect(status).toBe(1)
  })
})
