import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Browser, chromium } from '@playwright/test'
import * as z from 'zod/mini'
import { commonTokens } from '../plugins/wallet-data/src/data/commonTokens.js'
import { wallets as records } from '../plugins/wallet-directory/src/data/wallets.js'
import { drawingsInCalls } from './drawingsInCalls.js'
import { pictureProblems } from './pictureProblems.js'

/**
 * Makes the pictures of `plugins/icons` and their catalogue from the packages that `data/pictures.json` there names:
 * `npx tsx scripts/refreshPictures.ts`. Raise a version there, run it, and look at what changed.
 */

/** From an npm package: `file` is a path in it, `at` which of its pictures is meant when it holds several. */
const picture = z.strictObject({
  from: z.string(),
  file: z.string(),
  at: z.optional(z.number()),
  /** Which of the drawings that its components make, instead. */
  call: z.optional(z.number()),
  /** The colour to put behind a mark that has no ground of its own. */
  ground: z.optional(z.string()),
})
const selection = z.object({
  packages: z.record(
    z.string(),
    z.strictObject({ name: z.string(), version: z.string(), licence: z.string(), by: z.string() }),
  ),
  networks: z.record(z.string(), z.extend(picture, { ids: z.array(z.string()) })),
  coins: z.record(z.string(), picture),
  /** By symbol; `as` names the symbol that `commonTokens` or a list of addresses goes by. */
  tokens: z.record(z.string(), z.extend(picture, { ids: z.optional(z.array(z.string())) })),
  wallets: z.record(z.string(), picture),
  /** Why a wallet has none, where a package came near: ids by reason. */
  withoutPicture: z.record(z.string(), z.array(z.string())),
})
type Selection = z.infer<typeof selection>
type Picture = z.infer<typeof picture>

/** A drawing above this is painted instead, bytes. */
const drawingLimit = 5_000
/** Twice the widest place where a picture stands, pixels; and less for what would be above `paintedLimit` bytes then. */
const paintedSizes = [144, 96, 72]
const paintedLimit = 8_000

const home = new URL('../plugins/icons/', import.meta.url)
const svgoVersion = '4.1.0'

interface Tools {
  readonly folder: string
  readonly chosen: Selection
  readonly browser: Browser
  optimize(svg: string): string
}

async function unpack(folder: string, name: string, version: string): Promise<void> {
  const into = join(folder, name.replace('/', '+'))
  await mkdir(into)
  const archive = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: folder,
    encoding: 'utf8',
  })
  execFileSync('tar', ['xzf', join(folder, archive.trim()), '-C', into, '--strip-components=1'])
}

async function loadOptimizer(folder: string): Promise<Tools['optimize']> {
  execFileSync('npm', ['install', '--silent', '--no-audit', '--prefix', folder, `svgo@${svgoVersion}`])
  const path = createRequire(join(folder, 'index.js')).resolve('svgo')
  const { optimize } = (await import(pathToFileURL(path).href)) as {
    optimize(svg: string, config: object): { readonly data: string }
  }
  return (svg) =>
    optimize(svg, {
      multipass: true,
      plugins: [
        {
          name: 'preset-default',
          params: { overrides: { removeUnknownsAndDefaults: { keepRoleAttr: false } } },
        },
        { name: 'inlineStyles', params: { onlyMatchedOnce: false } },
        'convertStyleToAttrs',
        'removeStyleElement',
        'removeScripts',
        'removeTitle',
        'removeXlink',
        {
          name: 'removeAttrs',
          params: { attrs: ['class', 'style', 'data-.*', 'xml:.*', 'aria-.*', 'role'] },
        },
        { name: 'prefixIds', params: { prefix: 'p', delim: '' } },
      ],
    }).data
}

/** The pictures in a file of a package: data addresses and SVG texts, in their order. */
function picturesIn(text: string): readonly string[] {
  const found = text.matchAll(/(["'`])(data:image\/[\s\S]*?)\1|<svg[\s>][\s\S]*?<\/svg>/g)
  return [...found].map(([drawing, , address]) => address ?? drawing)
}

async function readSource({ folder, chosen }: Tools, { from, file, at = 0, call }: Picture): Promise<string> {
  const { name } = chosen.packages[from] ?? {}
  if (!name) throw new Error(`data/pictures.json names no package "${from}".`)
  const path = join(folder, name.replace('/', '+'), file)
  const siblings = await readdir(join(path, '..'), { withFileTypes: true })
  const files = siblings.filter((sibling) => sibling.isFile()).map((sibling) => sibling.name)
  // Bundlers put a hash behind the name.
  const actual = files.find((each) => each === basename(file) || each.startsWith(`${basename(file)}-`))
  if (!actual) throw new Error(`${name} has no file ${file}.`)
  const bytes = await readFile(join(path, '..', actual))
  if (actual.endsWith('.png')) return `data:image/png;base64,${bytes.toString('base64')}`
  const text = bytes.toString('utf8')
  const found = call === undefined ? picturesIn(text)[at] : drawingsInCalls(text)[call]
  if (!found) throw new Error(`${name} has no picture ${call ?? at} in ${file}.`)
  return found.replaceAll('\\n', '\n').replaceAll('\\"', '"')
}

/** The text of a drawing; `undefined` for a painted picture. */
function drawingOf(source: string): string | undefined {
  if (source.startsWith('<svg')) return source
  const [, encoding, data = ''] =
    /^data:image\/svg\+xml(?:;charset=[^;,]*)?(;base64)?,([\s\S]*)$/i.exec(source) ?? []
  if (!data) return undefined
  const text = encoding ? Buffer.from(data, 'base64').toString('utf8') : decodeURIComponent(data)
  return text.slice(text.indexOf('<svg'))
}

async function clean(tools: Tools, source: string, ground: string | undefined): Promise<string> {
  const drawn = drawingOf(source)
  const drawing =
    ground === undefined
      ? drawn
      : drawn?.replace(/<svg[^>]*>/, `$&<rect width="100%" height="100%" fill="${ground}"/>`)
  if (drawing !== undefined) {
    const svg = withSize(tools.optimize(drawing))
    if (svg.length <= drawingLimit && pictureProblems(svg).length === 0)
      return `data:image/svg+xml,${escapeSvg(svg)}`
  }
  return paint(
    tools.browser,
    drawing === undefined ? source : `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`,
  )
}

/** Without a width and a height, an `<img>` may not know its shape. */
const withSize = (svg: string) => {
  const [, box] = /viewBox="([^"]*)"/.exec(svg) ?? []
  const [, , width, height] = box?.split(/[\s,]+/) ?? []
  const bare = svg
    .replace(/(<svg[^>]*?)\s(?:width|height)="[^"]*"/, '$1')
    .replace(/(<svg[^>]*?)\s(?:width|height)="[^"]*"/, '$1')
  return width && height ? bare.replace('<svg', `<svg width="${width}" height="${height}"`) : svg
}

const escapeSvg = (svg: string) =>
  svg
    .replaceAll('"', "'")
    .replaceAll('%', '%25')
    .replaceAll('#', '%23')
    .replaceAll('<', '%3C')
    .replaceAll('>', '%3E')
    .replaceAll('\n', ' ')

async function paint(browser: Browser, source: string): Promise<string> {
  let painted = ''
  for (const size of paintedSizes) {
    painted = await paintAt(browser, source, size)
    if (painted.length <= paintedLimit) break
  }
  return painted
}

/** Draws a picture that is too large, or more than a drawing, onto a canvas in a page without a network. */
async function paintAt(browser: Browser, source: string, size: number): Promise<string> {
  const context = await browser.newContext({ offline: true })
  const page = await context.newPage()
  const painted = await page.evaluate(
    async ({ source, size }) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = size
      canvas.height = size
      const scale = Math.min(size / (image.naturalWidth || size), size / (image.naturalHeight || size))
      const width = (image.naturalWidth || size) * scale
      const height = (image.naturalHeight || size) * scale
      const context = canvas.getContext('2d')
      if (!context) throw new Error('no canvas')
      context.imageSmoothingQuality = 'high'
      context.drawImage(image, (size - width) / 2, (size - height) / 2, width, height)
      return canvas.toDataURL('image/webp', 0.86)
    },
    { source, size },
  )
  await context.close()
  return painted
}

const fileName = (id: string) => id.toLowerCase().replace(/[^a-z0-9]+/g, '-')

async function writePictures(tools: Tools): Promise<void> {
  const { chosen } = tools
  await rm(new URL('src/pictures', home), { recursive: true, force: true })
  for (const kind of ['networks', 'coins', 'tokens', 'wallets'] as const) {
    await mkdir(new URL(`src/pictures/${kind}`, home), { recursive: true })
    for (const [id, entry] of Object.entries<Picture>(chosen[kind])) {
      const data = await clean(tools, await readSource(tools, entry), entry.ground)
      const { name, version, licence } = chosen.packages[entry.from] ?? {}
      await writeFile(
        new URL(`src/pictures/${kind}/${fileName(id)}.ts`, home),
        `// From ${name} ${version} (${licence}). Written by scripts/refreshPictures.ts.\nexport default "${data}"\n`,
      )
    }
  }
}

/** CAIP-19 ids of the tokens that have a picture: those the app lists by default, and those the selection adds. */
function tokenIds({ tokens }: Selection): readonly (readonly [string, string])[] {
  const common = Object.entries(commonTokens).flatMap(([networkId, list]) =>
    list.flatMap(({ symbol, address }) => {
      const id = Object.keys(tokens).find((each) => each.toLowerCase() === symbol.toLowerCase())
      return id
        ? [[`${networkId}/${networkId.startsWith('solana') ? 'token' : 'erc20'}:${address}`, id] as const]
        : []
    }),
  )
  const added = Object.entries(tokens).flatMap(([id, { ids = [] }]) => ids.map((each) => [each, id] as const))
  return [...new Map([...common, ...added].map(([id, token]) => [lowerCaseOf(id), token]))]
}

/** EVM addresses are compared without their checksum. */
const lowerCaseOf = (id: string) => (id.startsWith('eip155:') ? id.toLowerCase() : id)

async function writeCatalogue(chosen: Selection): Promise<void> {
  const loader = (kind: string, id: string) => `() => import('../pictures/${kind}/${fileName(id)}.js')`
  const map = (name: string, entries: readonly (readonly [string, string])[]) =>
    `export const ${name}: Readonly<Record<string, Load>> = {\n${entries.map(([key, value]) => `  '${key}': ${value},\n`).join('')}}\n`
  const unknown = Object.keys(chosen.wallets).filter((id) => !records.some((record) => record.id === id))
  if (unknown.length > 0) throw new Error(`The wallet directory has no ${unknown.join(', ')}.`)
  const rdns = records.flatMap(({ id, discovery }) =>
    chosen.wallets[id] ? (discovery?.rdns ?? []).map((each) => [each.toLowerCase(), id] as const) : [],
  )
  const named = (name: string, entries: readonly (readonly [string, string])[]) =>
    `export const ${name}: Readonly<Record<string, string>> = {\n${entries.map(([key, value]) => `  '${key}': '${value}',\n`).join('')}}\n`
  await writeFile(
    new URL('src/lazy/catalogue.ts', home),
    [
      '// Written by scripts/refreshPictures.ts from data/pictures.json. Do not edit.\n',
      'export type Load = () => Promise<{ readonly default: string }>\n',
      '/** By CAIP-2 id. */',
      map(
        'networks',
        Object.entries(chosen.networks).flatMap(([id, { ids }]) =>
          ids.map((each) => [each, loader('networks', id)] as const),
        ),
      ),
      '/** Native coins by symbol. */',
      map(
        'coins',
        Object.keys(chosen.coins).map((id) => [id, loader('coins', id)] as const),
      ),
      map(
        'tokens',
        Object.keys(chosen.tokens).map((id) => [id, loader('tokens', id)] as const),
      ),
      '/** Keys of `tokens` by CAIP-19 id. */',
      named('tokenIds', tokenIds(chosen)),
      '/** By id in the wallet directory. */',
      map(
        'wallets',
        Object.keys(chosen.wallets).map((id) => [id, loader('wallets', id)] as const),
      ),
      '/** Ids in the wallet directory by EIP-6963 `rdns`. */',
      named('walletIds', rdns),
    ].join('\n'),
  )
}

async function writeLicences(chosen: Selection): Promise<void> {
  const readme = new URL('README.md', home)
  const count = (key: string) =>
    (['networks', 'coins', 'tokens', 'wallets'] as const).map(
      (kind) => Object.values<Picture>(chosen[kind]).filter(({ from }) => from === key).length,
    )
  const rows = Object.entries(chosen.packages).map(
    ([key, { name, version, licence, by }]) =>
      `| \`${name}\` ${version} | ${licence} | ${by} | ${count(key).join(' | ')} |`,
  )
  const table = [
    '| Package | Licence | By | Networks | Coins | Tokens | Wallets |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
  const text = await readFile(readme, 'utf8')
  await writeFile(
    readme,
    text.replace(
      /(<!-- licences -->\n)[\s\S]*(<!-- \/licences -->)/,
      (_, start, end) => `${start}\n${table}\n\n${end}`,
    ),
  )
}

/** Every wallet of the directory that keeps its initials, and why. */
async function writeWithout({ wallets, withoutPicture }: Selection): Promise<void> {
  const without = records.filter(({ id }) => !wallets[id])
  const told = Object.values(withoutPicture).flat()
  const reasons = Object.entries(withoutPicture).map(([reason, ids]) => [reason, namesOf(ids)] as const)
  const others = namesOf(without.flatMap(({ id }) => (told.includes(id) ? [] : [id])))
  const rows = [...reasons, ['No package that we looked at has its mark', others] as const]
  const readme = new URL('README.md', home)
  const text = await readFile(readme, 'utf8')
  const table = ['| Why | Wallets |', '| --- | --- |', ...rows.map(([why, names]) => `| ${why} | ${names} |`)]
  await writeFile(
    readme,
    text.replace(
      /(<!-- without -->\n)[\s\S]*(<!-- \/without -->)/,
      (_, start, end) => `${start}\n${table.join('\n')}\n\n${end}`,
    ),
  )
}

const namesOf = (ids: readonly string[]) =>
  ids.map((id) => records.find((record) => record.id === id)?.name ?? id).join(', ')

/**
 * The notices that the licences ask for. Where a package has no licence file, its repository's stands in `data/licences`, or
 * the manifest says the licence.
 */
async function writeNotices({ folder, chosen }: Tools): Promise<void> {
  const texts = new Map<string, string[]>()
  for (const { name, licence, by } of Object.values(chosen.packages)) {
    const file = name.replace('/', '+')
    const own = ['LICENSE', 'LICENCE', 'LICENSE.md'].map((each) => join(folder, file, each))
    const path = [...own, fileURLToPath(new URL(`data/licences/${file}.txt`, home))].find(existsSync)
    const text = path
      ? (await readFile(path, 'utf8')).trim()
      : `${licence} license, as the manifest of the package says. Copyright (c) ${by}.`
    texts.set(text, [...(texts.get(text) ?? []), name])
  }
  const parts = [...texts].map(([text, names]) => `## ${names.join(', ')}\n\n\`\`\`text\n${text}\n\`\`\`\n`)
  await writeFile(
    new URL('NOTICES.md', home),
    `# Notices of the packages that pictures come from\n\n${parts.join('\n')}`,
  )
}

const chosen = selection.parse(JSON.parse(await readFile(new URL('data/pictures.json', home), 'utf8')))
const folder = await mkdtemp(join(tmpdir(), 'latchkey-pictures-'))
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))
const browser = await chromium.launch({
  ...(executablePath ? { executablePath } : {}),
  args: ['--no-sandbox'],
})
try {
  for (const { name, version } of Object.values(chosen.packages)) await unpack(folder, name, version)
  const tools: Tools = { folder, chosen, browser, optimize: await loadOptimizer(folder) }
  await writePictures(tools)
  await writeCatalogue(chosen)
  await writeLicences(chosen)
  await writeWithout(chosen)
  await writeNotices(tools)
} finally {
  await browser.close()
  await rm(folder, { recursive: true, force: true })
}
execFileSync('npx', ['biome', 'check', '--write', fileURLToPath(new URL('src', home))], { stdio: 'inherit' })
