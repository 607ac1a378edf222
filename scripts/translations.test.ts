import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './workspace.js'

/** Source files below a folder, without those of others. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return /^(?:node_modules|dist)$/.test(entry.name) ? [] : filesBelow(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const contributes = /\.add\(\s*(?:View|Feature)\b/

/** Folders that plugins stand in, those of examples and of bridges to other products included. */
const packageFolders = ['plugins', 'bridges', 'examples'].filter((name) => existsSync(join(root, name)))

/** Packages of strangers are tried from archives on Node, without the page that marked words are looked for on. */
const isStranger = (folder: string) => folder.startsWith('examples/third-party-')

/** Folders of the plugins that draw something, by the point they add it to. */
function drawingPlugins(): readonly string[] {
  const folders = packageFolders.flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  )
  return folders.filter(
    (folder) =>
      !isStranger(folder) &&
      filesBelow(join(root, folder)).some(
        (path) => !isTest(path) && contributes.test(readFileSync(path, 'utf8')),
      ),
  )
}

const names = drawingPlugins()

it('finds the plugins that draw something', () => {
  expect(names).toEqual(
    expect.arrayContaining([
      'plugins/activity',
      'plugins/balances',
      'plugins/receive',
      'plugins/send',
      'plugins/siwx',
      'examples/playground',
    ]),
  )
})

/** The one test of a plugin that draws its views in marked words. */
function translationTest(name: string): string {
  const tests = filesBelow(join(root, name)).filter((path) => /translation\.test\.tsx$/.test(path))
  expect(tests.map((path) => relative(root, path))).toHaveLength(1)
  return readFileSync(tests[0] ?? '', 'utf8')
}

it.each(names)('%s has a test that draws each of its views in marked words', (name) => {
  const text = translationTest(name)
  for (const part of ['markedMessages(', 'unmarkedWords(', 'views.undrawn()', 'views.plain()']) {
    expect(text).toContain(part)
  }
})

it.each(names.filter((name) => name.startsWith('plugins/')))(
  '%s has a test that reads each of its figures in the marks and digits of other languages',
  (name) => {
    expect(translationTest(name)).toContain('await misreadFigures(')
  },
)
