import * as bitcoin from '../../plugins/bip122/src/networks.js'
import * as evm from '../../plugins/eip155/src/networkData.js'
import { knownPeople } from '../../plugins/polkadot/src/lazy/names/knownPeople.js'
import * as polkadot from '../../plugins/polkadot/src/networks.js'
import { oracleData } from '../../plugins/prices/src/evm/lazy/oracleData.js'
import * as solana from '../../plugins/solana/src/networks.js'
import { venueData } from '../../plugins/swap/src/evm/lazy/venueData.js'
import { wallets } from '../../plugins/wallet-directory/src/data/wallets.js'
import type { ContractCall, Fact, Question } from './fact.js'
import { services } from './services.js'

/** Lists everything outside that the packages name, from the data that they ship: nothing is written twice. */
export function listFacts(): readonly Fact[] {
  const facts = [...chainFacts(), ...contractFacts(), ...services, ...walletFacts()]
  return [...new Map(facts.map((fact) => [fact.id, fact])).values()]
}

const viem = { source: 'viem 2.57.1 and plugins/eip155/scripts/generateNetworks.ts', read: '2026-11-29' }
const solanaSource = { source: 'plugins/solana/src/networks.ts', read: '2026-11-22' }
const bitcoinSource = { source: 'plugins/bip122/src/networks.ts', read: '2026-11-22' }
const polkadotSource = { source: 'plugins/polkadot/src/networks.ts', read: '2026-11-29' }

/** Networks that closed are kept for the accounts that are still there, and not asked. */
const isOpen = (network: object) => !('closed' in network && network.closed !== undefined)

const evmChains = () => Object.values(evm).filter(isOpen)

function chainFacts(): readonly Fact[] {
  const evmFacts = evmChains().flatMap(({ id, rpcUrls, blockExplorers }) => {
    const question: Question = { kind: 'evm', chainId: id }
    const pages = blockExplorers ? [explorerFact(`eip155:${id}`, blockExplorers.default.url, viem)] : []
    return [...rpcUrls.default.http.map((url) => endpointFact(`eip155:${id}`, url, question, viem)), ...pages]
  })
  const referenceOf = (id: string) => id.slice(id.indexOf(':') + 1)
  const others = [
    ...networksOf(solana).map((network) => ({ network, kind: 'solana' as const, from: solanaSource })),
    ...networksOf(bitcoin).map((network) => ({ network, kind: 'esplora' as const, from: bitcoinSource })),
    ...networksOf(polkadot).map((network) => ({ network, kind: 'polkadot' as const, from: polkadotSource })),
  ].flatMap(({ network: { id, rpcUrls = [], explorer }, kind, from }) => {
    const genesis = `${kind === 'polkadot' ? '0x' : ''}${referenceOf(id)}`
    const pages = explorer ? [explorerFact(id, explorer.url, from)] : []
    return [...rpcUrls.map((url) => endpointFact(id, url, { kind, genesis }, from)), ...pages]
  })
  const people = [...knownPeople.values()].flatMap(({ genesisHash, rpcUrls }) =>
    rpcUrls.map((url) =>
      endpointFact(
        `polkadot:${genesisHash.slice(2, 34)}`,
        url,
        { kind: 'polkadot', genesis: genesisHash },
        { source: 'plugins/polkadot/src/lazy/names/knownPeople.ts', read: '2026-11-29' },
      ),
    ),
  )
  return [...evmFacts, ...others, ...people]
}

/** Those of a module's exports that are networks. */
function networksOf(module: object) {
  return Object.values(module).filter(
    (value): value is typeof solana.solanaMainnet =>
      typeof value === 'object' && value !== null && 'nativeCurrency' in value && isOpen(value),
  )
}

interface Origin {
  readonly source: string
  readonly read: string
}

function endpointFact(networkId: string, url: string, question: Question, origin: Origin): Fact {
  return { id: `endpoint ${networkId} ${url}`, urls: [url], question, ...origin, isDefault: true }
}

function explorerFact(networkId: string, url: string, origin: Origin): Fact {
  const question: Question = { kind: 'page', stays: true }
  return { id: `explorer ${networkId} ${url}`, urls: [url], question, ...origin, isDefault: true }
}

/** Selectors of functions without parameters. */
const description = '0x7284e416'

/** Text as a contract answers it: in hexadecimal, without its length. */
const hexOf = (text: string) => Buffer.from(text, 'utf8').toString('hex')

function contractFacts(): readonly Fact[] {
  const urls = new Map(evmChains().map(({ id, rpcUrls }) => [`eip155:${id}`, rpcUrls.default.http]))
  const of = (kind: string, networkId: string, address: string, origin: Origin, call?: ContractCall) => {
    const question: Question = { kind: 'contract', address, ...(call && { call }) }
    const id = `${kind} ${networkId} ${address}`
    const nodes = urls.get(networkId)
    return nodes ? [{ id, urls: nodes, question, ...origin, isDefault: true }] : []
  }
  const own = evmChains().flatMap(({ id, contracts = {} }) =>
    Object.entries(contracts).flatMap(([name, contract]) =>
      contract && typeof contract === 'object' && 'address' in contract
        ? of(name, `eip155:${id}`, String(contract.address), viem)
        : [],
    ),
  )
  const venues = Object.entries(venueData).flatMap(
    ([networkId, { v2 = [], v3 = [], slipstream = [], v4 = [], wrapped, tokens = [] }]) => {
      const origin = { source: 'plugins/swap/src/evm/lazy/venueData.ts', read: '2026-11-22' }
      const routers = [...v2, ...v3].flatMap(({ name, router }) =>
        of(`router ${name}`, networkId, router, origin),
      )
      const quoters = v3.flatMap(({ name, quoter, mixed }) => [
        ...of(`quoter ${name}`, networkId, quoter, origin),
        ...(mixed ? of(`quoter ${mixed.name}`, networkId, mixed.quoter, origin) : []),
      ])
      const held = [wrapped, ...tokens].flatMap(({ symbol, address }) =>
        of(`token ${symbol}`, networkId, address, origin),
      )
      const later = { ...origin, read: '2026-12-02' }
      const newer = [...slipstream, ...v4].flatMap(({ name, router, quoter }) => [
        ...of(`router ${name}`, networkId, router, later),
        ...of(`quoter ${name}`, networkId, quoter, later),
      ])
      return [...routers, ...quoters, ...newer, ...held]
    },
  )
  const feeds = Object.entries(oracleData).flatMap(([networkId, network]) => {
    const origin = { source: 'plugins/prices/src/evm/lazy/oracleData.ts', read: '2026-11-22' }
    const { sequencer } = network
    return [
      ...network.feeds.flatMap(({ pair, formerly, address }) =>
        of(`feed ${pair}`, networkId, address, origin, {
          data: description,
          holds: [pair, ...(formerly ? [formerly] : [])].map(hexOf),
        }),
      ),
      ...(sequencer ? of('sequencer feed', networkId, sequencer.address, origin) : []),
    ]
  })
  return [...own, ...venues, ...feeds]
}

function walletFacts(): readonly Fact[] {
  const origin = { source: 'plugins/wallet-directory/data/wallets-facts.json', read: '2026-11-22' }
  return wallets.filter(isOpen).flatMap(({ id, homepage, links = {}, stores = {}, chromeStoreId }) => {
    const chrome = chromeStoreId && `https://chromewebstore.google.com/detail/${chromeStoreId}`
    const { universal, templates = [], inAppBrowser, webapp } = links
    const opened = [universal, ...templates, inAppBrowser, webapp]
    const pages = [
      ...(homepage ? [['website', homepage, true] as const] : []),
      ...[chrome, ...Object.values(stores)].map((url) => ['store', url, false] as const),
      ...opened.map((url) => ['link', url, false] as const),
    ]
    return pages.flatMap(([kind, url, stays]) => {
      const plain = url?.startsWith('https://') ? withoutPlaces(url) : undefined
      if (plain === undefined) return []
      const question: Question = { kind: 'page', ...(stays && { stays }) }
      return [{ id: `${kind} ${id} ${plain}`, urls: [plain], question, ...origin, isDefault: false }]
    })
  })
}

/** A link without the part that a page fills in: nothing is paired, and no app learns of one. */
function withoutPlaces(link: string): string | undefined {
  const start = link.replace(/[?{].*$/, '')
  return URL.canParse(start) ? start : undefined
}
