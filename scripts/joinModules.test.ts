import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, expect, it } from 'vitest'
import { joinModules } from './joinModules.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** A package as the compiler leaves it: a start, a part that it needs, a dialog behind a press, and a kit. */
function compiled(): string {
  const folder = mkdtempSync(join(tmpdir(), 'join-'))
  folders.push(folder)
  const files = {
    'start.js': `import { base } from './base.js'\nexport const start = async () => base + (await import('./shell/dialog.js')).dialog()\n`,
    'base.js': `export const base = 'base '\n`,
    'shell/dialog.js': `import { row } from '../kit/row.js'\nimport { base } from '../base.js'\nexport const dialog = () => base + row()\n`,
    'kit/row.js': `import { mark } from './mark.js'\nexport function row() { return 'row ' + mark }\n`,
    'kit/mark.js': `export const mark = 'mark'\n`,
    'kit/table.js': `import { row } from './row.js'\nimport words from './words.js'\nexport const table = () => words.title + row()\n`,
    'kit/plain.js': `export const plain = 'plain'\n`,
    'kit/words.js': `const make = (title) => { globalThis.made = true; return { title } }\nconst words = make('words ')\nexport default words\n`,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const joined = (folder: string) =>
  joinModules(folder, [
    { roots: ['start.js'] },
    { name: 'dialog.js', roots: ['shell/dialog.js'] },
    { name: 'kit.js', roots: ['kit/row.js', 'kit/table.js', 'kit/plain.js'] },
  ])

it('leaves what modules export and do, in fewer files', async () => {
  const folder = compiled()
  expect(await joined(folder)).toEqual(
    new Map([
      ['dialog.js', 3],
      ['kit.js', 3],
    ]),
  )
  const { start } = (await import(join(folder, 'start.js'))) as { start(): Promise<string> }
  expect(await start()).toBe('base base row mark')
  const { table } = (await import(join(folder, 'kit/table.js'))) as { table(): string }
  expect(table()).toBe('words row mark')
  const { default: words } = (await import(join(folder, 'kit/words.js'))) as { default: unknown }
  expect(words).toEqual({ title: 'words ' })
})

it('leaves what is loaded first alone, and joins nothing with it', async () => {
  const folder = compiled()
  const before = readFileSync(join(folder, 'base.js'), 'utf8')
  await joined(folder)
  expect(readFileSync(join(folder, 'base.js'), 'utf8')).toBe(before)
  expect(readFileSync(join(folder, 'dialog.js'), 'utf8')).toContain('from "./base.js"')
})

it('puts a file in the place of the module that is imported late', async () => {
  const folder = compiled()
  await joinModules(folder, [
    { roots: ['start.js'] },
    { name: 'shell/dialog.js', roots: ['shell/dialog.js'] },
    { name: 'kit.js', roots: ['kit/table.js'] },
  ])
  expect(readFileSync(join(folder, 'shell/dialog.js'), 'utf8')).toContain('from "../base.js"')
  const { start } = (await import(join(folder, 'start.js'))) as { start(): Promise<string> }
  expect(await start()).toBe('base base row mark')
  const { table } = (await import(join(folder, 'kit/table.js'))) as { table(): string }
  expect(table()).toBe('words row mark')
  const dialog = (await import(join(folder, 'shell/dialog.js'))) as object
  expect(Object.keys(dialog).sort()).toEqual(['dialog', 'kit_mark_mark', 'kit_row_row'])
})

it('lets an app leave out what it does not use', async () => {
  const folder = compiled()
  await joined(folder)
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ sideEffects: false }))
  const { outputFiles } = await build({
    stdin: { contents: `export { plain } from './kit/plain.js'`, resolveDir: folder },
    bundle: true,
    format: 'esm',
    write: false,
  })
  const [{ text } = { text: '' }] = outputFiles
  expect(text).toContain('plain')
  expect(text).not.toContain('words')
})

it('refuses a name that is taken', async () => {
  const folder = compiled()
  const refused = joinModules(folder, [{ name: 'base.js', roots: ['shell/dialog.js'] }])
  await expect(refused).rejects.toThrow(/base\.js is there already/)
})
