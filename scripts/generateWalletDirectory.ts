import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'
import type { WalletRecord } from '../plugins/wallet-directory/src/wallet.js'

const text = z.nullable(z.string())
const texts = z.nullable(z.array(z.string()))
const page = z.optional(z.string())
const fact = z.strictObject({
  name: z.string(),
  rdns: texts,
  homepage: text,
  namespaces: texts,
  mobile: z.strictObject({
    native: text,
    universal: text,
    walletConnectLinks: texts,
    inAppBrowserLink: text,
    nativeAgreesWithSecondSource: z.optional(z.nullable(z.boolean())),
    solanaDeepLinkBase: z.optional(z.string()),
  }),
  solanaWalletStandardName: text,
  bitcoin: z.nullable(z.strictObject({ windowPath: text, wbipId: text, walletStandardName: text })),
  polkadotInjectedName: text,
  cosmosWindowObject: text,
  chromeStoreId: text,
  chromeStoreIdCandidates: z.null(),
  stores: z.optional(z.strictObject({ ios: page, android: page, chrome: page, firefox: page })),
  /** The end of the wallet for who doesn't use it yet. */
  closed: z.optional(z.strictObject({ on: z.string(), say: z.string() })),
  source: z.array(z.string()),
})
const factsFile = z.object({ wallets: z.array(fact) })

export type WalletFact = z.infer<typeof fact>

const factsPath = new URL('../plugins/wallet-directory/data/wallets-facts.json', import.meta.url)
/** The plugin's list, and the copy that the local service serves: a tool does not depend on what is tested with it. */
export const outputs = [
  { path: '../plugins/wallet-directory/src/data/wallets.ts', types: '../wallet.js' },
  { path: '../services/wallet-data/src/directory/wallets.ts', types: './WalletRecord.js' },
] as const

export async function readFacts(): Promise<readonly WalletFact[]> {
  return factsFile.parse(JSON.parse(await readFile(factsPath, 'utf8'))).wallets
}

/** A fact without its nulls and its sources: what is not verified is not said. */
export function recordOf(facts: WalletFact): WalletRecord {
  const { name, mobile, bitcoin } = facts
  const id = name
    .toLowerCase()
    .replace(/\(.*\)/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  return known({
    id,
    name,
    // A page that is not https is not linked to; another address is not guessed.
    homepage: facts.homepage?.startsWith('https://') ? facts.homepage : null,
    namespaces: facts.namespaces,
    discovery: known({
      rdns: facts.rdns,
      solana: facts.solanaWalletStandardName,
      bitcoin: known({ ...bitcoin }),
      polkadot: facts.polkadotInjectedName,
      cosmos: facts.cosmosWindowObject,
    }),
    links: known({
      native: mobile.native,
      universal: mobile.universal,
      templates: mobile.walletConnectLinks,
      inAppBrowser: mobile.inAppBrowserLink,
      solana: mobile.solanaDeepLinkBase,
    }),
    chromeStoreId: facts.chromeStoreId,
    // The page of the Chrome Web Store is said by its id.
    stores: known({
      ios: facts.stores?.ios,
      android: facts.stores?.android,
      firefox: facts.stores?.firefox,
    }),
    closed: facts.closed,
    // Whether it is one, the compiler says of the file that is written.
  }) as unknown as WalletRecord
}

/** The fields that are known; `undefined` when none is. */
function known(fields: Record<string, unknown>): Record<string, unknown> | undefined {
  const entries = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** The source text of a list of wallets. @param types Where the list imports `WalletRecord` from. */
export function renderWallets(facts: readonly WalletFact[], types: string): string {
  const records = facts.map(recordOf).map((record) => `  ${literal(record)},\n`)
  return (
    '// Written by scripts/generateWalletDirectory.ts from data/wallets-facts.json. Do not edit.\n' +
    `import type { WalletRecord } from '${types}'\n\n` +
    `export const wallets: readonly WalletRecord[] = [\n${records.join('')}]\n`
  )
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return quoted(String(value))
  const fields = Object.entries(value).map(([name, field]) => `${name}: ${literal(field)}`)
  return `{ ${fields.join(', ')} }`
}

function quoted(value: string): string {
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const facts = await readFacts()
  for (const { path, types } of outputs)
    await writeFile(new URL(path, import.meta.url), renderWallets(facts, types))
}
