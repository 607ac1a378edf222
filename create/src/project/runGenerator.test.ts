import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFolder, temporaryFolder } from './project.testing.js'
import { type Generator, runGenerator } from './runGenerator.js'

const questions = {
  kind: {
    kind: 'choice',
    message: 'What to make.',
    choices: [
      { value: 'chain', label: 'A chain' },
      { value: 'view', label: 'A view' },
    ],
    initial: 'chain',
  },
  extras: {
    kind: 'choices',
    message: 'What else.',
    choices: [
      { value: 'docs', label: 'Documents' },
      { value: 'tests', label: 'Tests' },
    ],
    initial: ['tests'],
  },
  strict: { kind: 'yesOrNo', message: 'Strict?', initial: true },
} as const

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder({
    'package.json':
      '{ "engines": { "node": ">=20.19.0" }, "devDependencies": { "@latchkey/kernel": "^1.0.0", "vite": "8.3.8" } }',
    'templates/base/package.json':
      '{ "name": "__packageName__", "scripts": { "dev": "vite" }, "dependencies": { "vite": "*" } }',
    'templates/base/_gitignore': 'node_modules\n',
    'templates/base/src/__kind__.ts': "export const __kind__ = '__extras__'\n",
    'templates/base/README.md': '# __packageName__\n\n`__run__ dev`\n',
    'templates/strict/package.json':
      '{ "scripts": { "test": "vitest" }, "dependencies": { "@latchkey/kernel": "*", "left": "^1.0.0" } }',
    'templates/strict/README.md': 'Strict.\n',
  })
})
afterEach(() => folder.remove())

const generator = (): Generator<typeof questions> => ({
  command: 'latchkey-thing',
  summary: 'Makes a thing.',
  folder: 'my-thing',
  questions,
  templates: pathToFileURL(join(folder.path, 'templates/')),
  manifest: pathToFileURL(join(folder.path, 'package.json')),
  choose: ({ answers }) => ({
    parts: ['base', ...(answers.strict ? ['strict'] : [])],
    values: { kind: answers.kind, extras: answers.extras.join(' ') },
    refusedBuilds: ['esbuild'],
    next: ['say hello'],
  }),
})

async function run(
  words: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  choose = generator().choose,
  nodeVersion = '20.19.0',
) {
  const said: string[] = []
  const warned: string[] = []
  const code = await runGenerator(
    { ...generator(), choose },
    {
      words,
      environment,
      nodeVersion,
      isTerminal: false,
      say: (line) => said.push(line),
      warn: (line) => warned.push(line),
    },
  )
  return { code, said: said.join('\n'), warned: warned.join('\n') }
}

const target = () => join(folder.path, 'out', 'my-thing')

describe('a generator', () => {
  it('writes the parts that are chosen, filled in, with the versions of its manifest', async () => {
    const { code, said, warned } = await run([target(), '--no-strict', '--kind=view'])
    expect([code, warned]).toEqual([0, ''])
    expect(readFolder(target())).toEqual({
      '.gitignore': 'node_modules\n',
      'README.md': '# my-thing\n\n`npm run dev`\n',
      'package.json': `${JSON.stringify({ name: 'my-thing', scripts: { dev: 'vite' }, dependencies: { vite: '8.3.8' } }, null, 2)}\n`,
      'src/view.ts': "export const view = 'tests'\n",
    })
    expect(said).toContain(`cd ${target()}\n  npm install\n  say hello`)
  })

  it('joins the manifests of parts and lets a later file take the place of an earlier one', async () => {
    expect((await run([target(), '--extras', 'docs,tests', '--extras', 'docs'])).code).toBe(0)
    const files = readFolder(target())
    expect(files['README.md']).toBe('Strict.\n')
    expect(files['src/chain.ts']).toBe("export const chain = 'docs tests'\n")
    expect(JSON.parse(files['package.json'] ?? '')).toEqual({
      name: 'my-thing',
      scripts: { dev: 'vite', test: 'vitest' },
      dependencies: { '@latchkey/kernel': '^1.0.0', left: '^1.0.0', vite: '8.3.8' },
    })
  })

  it('speaks the words of the package manager that calls it, or of the one that is named', async () => {
    const pnpm = { npm_config_user_agent: 'pnpm/12.21.0 npm/? node/v20.20.2 linux x64' }
    expect((await run([target(), '--no-strict'], pnpm)).said).toContain('pnpm install')
    expect(readFolder(target())['README.md']).toContain('`pnpm run dev`')
    expect(readFolder(target())['pnpm-workspace.yaml']).toBe('allowBuilds:\n  "esbuild": false\n')
    const yarn = join(folder.path, 'yarn-thing')
    expect((await run([yarn, '--package-manager', 'yarn'], pnpm)).said).toContain('yarn install')
  })

  it.each([
    ['npm', 'package.json', '"overrides": {\n    "@latchkey/kernel": "file:'],
    ['yarn', 'package.json', '"resolutions": {\n    "@latchkey/kernel": "file:'],
    ['pnpm', 'pnpm-workspace.yaml', 'overrides:\n  "@latchkey/kernel": "file:'],
  ])('takes packages from archives with %s, wherever they are asked for', async (manager, file, text) => {
    const archives = join(folder.path, 'archives')
    mkdirSync(archives)
    writeFileSync(join(archives, 'latchkey-kernel-1.2.3.tgz'), '')
    const words = [target(), '--packages', archives, '--package-manager', manager]
    expect((await run(words)).warned).toBe('')
    const files = readFolder(target())
    expect(files[file]).toContain(text)
    const { dependencies } = JSON.parse(files['package.json'] ?? '') as { dependencies: object }
    expect(dependencies).toHaveProperty('@latchkey/kernel', `file:${archives}/latchkey-kernel-1.2.3.tgz`)
  })

  it('says how it is called', async () => {
    const { code, said } = await run(['--help'])
    expect(code).toBe(0)
    expect(said).toMatchSnapshot()
  })

  it('says how to enter a folder whose name a shell would read as more than one word', async () => {
    const place = join(folder.path, "a b; it's", 'my-thing')
    const { said } = await run([place])
    expect(said).toContain(`cd '${place.replace("'", "'\\''")}'\n`)
  })

  it('puts what stands for a value as it is, and looks no further', async () => {
    const values = { kind: '$&', extras: '__kind__ $1 $` $$' }
    const { code } = await run([target(), '--no-strict'], {}, () => ({ parts: ['base'], values, next: [] }))
    expect(code).toBe(0)
    expect(readFolder(target())['src/$&.ts']).toBe("export const $& = '__kind__ $1 $` $$'\n")
  })

  it('says how to enter a folder that a shell would take for the home of a person', async () => {
    const before = process.cwd()
    process.chdir(folder.path)
    try {
      expect((await run(['~/my-thing'])).said).toMatch(/ cd '\/.*\/~\/my-thing'\n/)
    } finally {
      process.chdir(before)
    }
  })

  it.each(['20.19.0', '20.20.2', '22.0.0', '100.1.0'])('runs on Node %s', async (version) => {
    expect((await run([target()], {}, undefined, version)).code).toBe(0)
  })

  it('takes an empty folder with a history', async () => {
    mkdirSync(join(target(), '.git'), { recursive: true })
    expect((await run([target()])).code).toBe(0)
  })
})

describe('a generator refuses in one sentence', () => {
  it.each([
    [['--kind', 'connector']],
    [['--kind']],
    [['--kind', 'chain', '--kind', 'view']],
    [['--extras', 'docs,more']],
    [['--strict=yes']],
    [['--no-strict=yes']],
    [['--yes=no']],
    [['--sterict']],
    [['--no-kind']],
    [['-x']],
    [['--__proto__', 'a']],
    [['--constructor=a']],
    [['one', 'two']],
    [['']],
    [[' ']],
    [['bad\u001b[31m\nname']],
    [['Bad Name']],
    [['out/node_modules']],
    [['--package-manager', 'bun']],
    [['--packages', '/nowhere']],
    [['--packages', 'package.json']],
    [['--packages', 'package.json/below']],
  ])('%j', async (words) => {
    const { code, said, warned } = await run([...words])
    expect([code, said]).toEqual([2, ''])
    expect(warned).toMatchSnapshot()
  })

  it('a folder that is not empty, or no folder, and leaves it as it is', async () => {
    mkdirSync(target(), { recursive: true })
    writeFileSync(join(target(), 'mine.txt'), 'mine')
    const full = await run([target()])
    expect([full.code, full.warned.replaceAll(folder.path, '')]).toEqual([
      2,
      '"/out/my-thing" isn\'t empty: it has "mine.txt". Give another folder, or empty this one. (CREATE_FOLDER_NOT_EMPTY)',
    ])
    const file = await run([join(target(), 'mine.txt')])
    expect([file.code, file.warned.replaceAll(folder.path, '')]).toEqual([
      2,
      '"/out/my-thing/mine.txt" is a file. Give another folder. (CREATE_FOLDER_NOT_EMPTY)',
    ])
    const below = await run([join(target(), 'mine.txt', 'app')])
    expect([below.code, below.warned.replaceAll(folder.path, '')]).toEqual([
      2,
      `"/out/my-thing/mine.txt/app" can't be used: a part of its path is a file. Give another folder. (CREATE_FOLDER_NOT_WRITABLE)`,
    ])
    expect(readFolder(target())).toEqual({ 'mine.txt': 'mine' })
  })

  it.each(['real', 'nowhere'])('a link to %s, and writes nothing behind it', async (aim) => {
    mkdirSync(join(folder.path, 'real'))
    symlinkSync(join(folder.path, aim), join(folder.path, 'linked'))
    for (const words of [join(folder.path, 'linked'), `${join(folder.path, 'linked')}/`]) {
      const { code, warned } = await run([words])
      expect(code).toBe(2)
      expect(warned).toContain('is a link')
      expect(warned).toContain('(CREATE_FOLDER_NOT_WRITABLE)')
    }
    expect(readdirSync(join(folder.path, 'real'))).toEqual([])
    expect(existsSync(join(folder.path, 'nowhere'))).toBe(false)
  })

  it.each(['../outside.ts', '/outside.ts', 'src/../../outside.ts', 'src\\..\\outside.ts', ''])(
    'a file of the generator that leads out of the project: %j',
    async (path) => {
      const { choose } = generator()
      const { code, warned } = await run([target()], {}, (request) => ({
        ...choose(request),
        files: { [path]: '' },
      }))
      expect([code, warned]).toEqual([
        2,
        `"${path}" leads out of the project. Give a path below it, such as "src/index.ts". (CREATE_TEMPLATE_INVALID)`,
      ])
      expect(existsSync(join(folder.path, 'out'))).toBe(false)
    },
  )

  it('two files of the templates that get one path', async () => {
    writeFileSync(join(folder.path, 'templates/base/src/chain.ts'), '')
    const { code, warned } = await run([target()])
    expect(code).toBe(2)
    expect(warned).toMatch(/^src\/\S+ and src\/\S+ would both be written to src\/chain\.ts\./)
  })

  it('a fault of a template, before anything is written', async () => {
    const fault = async (name: string, text: string) => {
      const path = join(folder.path, 'templates/base', name)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, text)
      const { code, warned } = await run([target()])
      expect(code).toBe(2)
      expect(() => readFolder(target())).toThrow(/ENOENT/)
      return warned
    }
    expect(await fault('src/a.ts', '__nothing__')).toBe(
      'src/a.ts has __nothing__, for which there is no value. Give one with the name "nothing". (CREATE_TEMPLATE_INVALID)',
    )
    expect(await fault('src/a.ts', '__toString__')).toContain('"toString"')
    writeFileSync(join(folder.path, 'templates/base/src/a.ts'), '')
    expect(await fault('package.json', '{ "dependencies": { "vue": "*" } }')).toBe(
      'A template depends on vue, whose version is unknown. List it in "devDependencies" of the generator. (CREATE_TEMPLATE_INVALID)',
    )
  })

  it.each(['20.18.3', '20.9.0', '18.20.8'])('Node %s, which is too old', async (version) => {
    expect(await run([target()], {}, undefined, version)).toEqual({
      code: 2,
      said: '',
      warned: `This is Node ${version}, and the generator needs 20.19.0 or newer. Install a newer Node and run this again. (CREATE_NODE_TOO_OLD)`,
    })
    expect(existsSync(join(folder.path, 'out'))).toBe(false)
  })

  it('a file that can not be written, and takes away what it wrote before', async () => {
    const { choose } = generator()
    const { code, warned } = await run([target()], {}, (request) => ({
      ...choose(request),
      files: { zone: '', 'zone/below': '' },
    }))
    expect([code, warned.replaceAll(folder.path, '')]).toEqual([
      2,
      '"/out/my-thing" can\'t be used: a part of its path is a file. Give another folder. (CREATE_FOLDER_NOT_WRITABLE)',
    ])
    expect(existsSync(join(folder.path, 'out'))).toBe(false)
    mkdirSync(join(target(), '.git'), { recursive: true })
    await run([target()], {}, (request) => ({ ...choose(request), files: { zone: '', 'zone/below': '' } }))
    expect(readdirSync(target())).toEqual(['.git'])
  })

  it('a name before anything that is made from it', async () => {
    const chosen: string[] = []
    const { warned } = await run([join(folder.path, 'node_modules')], {}, ({ packageName }) => {
      chosen.push(packageName)
      return { parts: ['base'], next: [] }
    })
    expect(warned).toContain('(CREATE_NAME_INVALID)')
    expect(chosen).toEqual([])
  })

  it('to run from its sources, where versions are not known yet', async () => {
    writeFileSync(
      join(folder.path, 'package.json'),
      '{ "devDependencies": { "@latchkey/kernel": "workspace:^" } }',
    )
    expect((await run([target()])).warned).toBe(
      'The version of @latchkey/kernel is unknown: this generator runs from its sources. Pack it, or name a folder with packed packages by "--packages". (CREATE_PACKAGES_MISSING)',
    )
  })
})
