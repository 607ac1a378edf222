import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, transform } from 'esbuild'
import * as z from 'zod/mini'
import { chromeStoreIdOf, type StorePages, storePagesOf } from './walletStorePages.js'

/**
 * Reads store pages, app links and further wallets for `data/wallets-facts.json` from two published lists of wallets:
 * `npx tsx scripts/refreshWalletFacts.ts`, then `npx tsx scripts/generateWalletDirectory.ts`. A fact that is there stays;
 * only what no source had said yet is added, with the source and the day. Look at what changed before committing it.
 */

const rainbowkit = { name: '@rainbow-me/rainbowkit', version: '2.2.11', licence: 'MIT' }
const thirdweb = { name: 'thirdweb', version: '5.121.6', licence: 'Apache-2.0' }
const factsPath = new URL('../plugins/wallet-directory/data/wallets-facts.json', import.meta.url)
/** Ids in thirdweb's list of the wallets that are taken over from it: those with an app that a person may know. */
const takenPath = new URL('../plugins/wallet-directory/data/taken-wallets.json', import.meta.url)

/** What a list says of a wallet, as far as this script reads it. */
interface Listed {
  readonly source: string
  readonly id: string
  readonly name: string
  readonly rdns?: string | undefined
  readonly homepage?: string | undefined
  readonly native?: string | undefined
  readonly universal?: string | undefined
  readonly stores: StorePages
}

const links = z.record(z.string(), z.nullable(z.string()))
const thirdwebWallet = z.object({
  id: z.string(),
  name: z.string(),
  homepage: z.nullable(z.string()),
  app: links,
  rdns: z.nullable(z.string()),
  mobile: links,
})
const rainbowWallet = z.object({
  id: z.string(),
  name: z.string(),
  rdns: z.optional(z.string()),
  downloadUrls: z.optional(z.record(z.string(), z.string())),
})

async function unpack(folder: string, { name, version }: { name: string; version: string }): Promise<string> {
  const into = join(folder, name.replace(/\W/g, '-'))
  const archive = execFileSync('npm', ['pack', '--silent', `${name}@${version}`], {
    cwd: folder,
    encoding: 'utf8',
  })
  execFileSync('mkdir', [into])
  execFileSync('tar', ['xzf', join(folder, archive.trim()), '-C', into, '--strip-components=1'])
  return into
}

const said = (text: string | null | undefined) => text?.trim() || undefined

async function readThirdweb(folder: string): Promise<readonly Listed[]> {
  const home = join(await unpack(folder, thirdweb), 'src/wallets/__generated__/wallet')
  const listed: Listed[] = []
  for (const name of await readdir(home)) {
    const { code } = await transform(await readFile(join(home, name, 'index.ts'), 'utf8'), { loader: 'ts' })
    const module: unknown = await import(`data:text/javascript,${encodeURIComponent(code)}`)
    const {
      id,
      name: title,
      homepage,
      app,
      rdns,
      mobile,
    } = z.object({ wallet: thirdwebWallet }).parse(module).wallet
    listed.push({
      source: `${thirdweb.name} ${thirdweb.version} (${thirdweb.licence}), entry ${id}`,
      id,
      name: title.trim(),
      rdns: said(rdns),
      homepage: said(homepage),
      native: said(mobile['native']),
      universal: said(mobile['universal']),
      stores: storePagesOf(app),
    })
  }
  return listed
}

/** Its wallets are functions over wagmi; what they import is replaced, because nothing is connected here. */
async function readRainbowkit(folder: string): Promise<readonly Listed[]> {
  const home = await unpack(folder, rainbowkit)
  const outfile = join(folder, 'rainbowkit.mjs')
  await build({
    entryPoints: [join(home, 'dist/wallets/walletConnectors/index.js')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile,
    logLevel: 'error',
    plugins: [
      {
        name: 'nothing',
        setup(given) {
          given.onResolve({ filter: /^[^./]/ }, ({ path }) => ({ path, namespace: 'nothing' }))
          given.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({
            contents: 'module.exports = new Proxy(function () {}, { get: () => () => ({}) })',
          }))
        },
      },
    ],
  })
  const module = (await import(pathToFileURL(outfile).href)) as Record<string, unknown>
  return Object.entries(module).flatMap(([key, make]) => {
    if (typeof make !== 'function') return []
    const wallet = rainbowWallet.parse(
      make({ projectId: 'facts', appName: 'facts', walletConnectParameters: {} }),
    )
    const { id, name, rdns, downloadUrls = {} } = wallet
    const source = `${rainbowkit.name} ${rainbowkit.version} (${rainbowkit.licence}), ${key}`
    return [{ source, id, name, rdns, stores: storePagesOf(downloadUrls) }]
  })
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/\(.*\)/, '')
    .replace(/wallet|[^a-z0-9]/g, '')

interface Fact {
  readonly name: string
  readonly rdns: readonly string[] | null
  chromeStoreId: string | null
  stores?: StorePages
  readonly source: string[]
}

/** The same wallet: an rdns in common, the entry that a source of the fact names, or the same name. */
function isOf({ name, rdns, source }: Fact, listed: Listed): boolean {
  if (listed.rdns !== undefined && rdns?.includes(listed.rdns)) return true
  if (source.some((each) => each.endsWith(`entry ${listed.id}`))) return true
  return plain(listed.name) === plain(name)
}

function addStores(fact: Fact, lists: readonly (readonly Listed[])[], day: string): void {
  const found = lists.flatMap((list) => list.find((listed) => isOf(fact, listed)) ?? [])
  const stores: Record<string, string> = { ...fact.stores }
  for (const { stores: pages, source } of found) {
    const added = Object.entries(pages).filter(([store]) => stores[store] === undefined)
    if (added.length === 0) continue
    for (const [store, page] of added) stores[store] = page
    fact.source.push(`store pages (${added.map(([store]) => store).join(', ')}): ${source}, read ${day}`)
  }
  if (Object.keys(stores).length > 0) fact.stores = stores
  fact.chromeStoreId ??= chromeStoreIdOf(stores['chrome']) ?? null
}

function newFact(listed: Listed, day: string) {
  const { name, rdns, homepage, native, universal, stores, source } = listed
  const https = (address: string | undefined) => (address?.startsWith('https://') ? address : null)
  return {
    name,
    rdns: rdns === undefined ? null : [rdns],
    homepage: https(homepage),
    namespaces: null,
    mobile: {
      native:
        native !== undefined && /^[a-z][\w.+-]*:/i.test(native) && !/^https?:/i.test(native) ? native : null,
      universal: https(universal),
      walletConnectLinks: null,
      inAppBrowserLink: null,
    },
    solanaWalletStandardName: null,
    bitcoin: null,
    polkadotInjectedName: null,
    cosmosWindowObject: null,
    chromeStoreId: chromeStoreIdOf(stores.chrome) ?? null,
    chromeStoreIdCandidates: null,
    ...(Object.keys(stores).length > 0 ? { stores } : {}),
    source: [`${source}, read ${day}`],
  }
}

const folder = await mkdtemp(join(tmpdir(), 'latchkey-wallets-'))
try {
  const lists = [await readRainbowkit(folder), await readThirdweb(folder)] as const
  const file = JSON.parse(await readFile(factsPath, 'utf8')) as { wallets: Fact[] }
  const taken = z.array(z.string()).parse(JSON.parse(await readFile(takenPath, 'utf8')))
  const day = new Date().toISOString().slice(0, 10)
  for (const fact of file.wallets) addStores(fact, lists, day)
  for (const id of taken) {
    const listed = lists[1].find((each) => each.id === id) ?? lists[0].find((each) => each.id === id)
    if (!listed) throw new Error(`No list has ${id}, which data/taken-wallets.json names.`)
    if (file.wallets.some((fact) => isOf(fact, listed))) continue
    const fact = newFact(listed, day)
    addStores(fact, lists, day)
    file.wallets.push(fact)
  }
  await writeFile(factsPath, `${JSON.stringify(file, null, 2)}\n`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
execFileSync('npx', ['biome', 'format', '--write', fileURLToPath(factsPath)], { stdio: 'inherit' })
