// A chain whose answers a test decides, and which counts what it is asked. Not published.
import type { Multiplier } from '@latchkey/kernel/chain'
import {
  Balance,
  capability,
  type Capability,
  History,
  type HistoryPage,
  Identities,
  type Identity,
  OwnedCollectibles,
  type OwnedCollectiblesPage,
  type TokenAmount,
  type WalletAsset,
  WalletAssets,
} from '@latchkey/kernel/contracts'
import { definePlugin, Namespace, type NamespaceContribution, type Plugin } from '@latchkey/kernel/plugin'
import { fakeNamespace } from '@latchkey/kernel/testing'
/** An answer, what to throw, or how to answer. A function is called each time. */
export type Answer<T> = T | Error | ((request: never) => T | Promise<T>)

export interface FakeChainAnswers {
  coin?: Answer<bigint>
  tokens?: Answer<readonly TokenAmount[]>
  multipliers?: Answer<readonly (Multiplier | undefined)[]>
  history?: Answer<HistoryPage>
  identity?: Answer<Identity>
  resolved?: Answer<string | undefined>
  assets?: Answer<readonly WalletAsset[] | undefined>
  collectibles?: Answer<OwnedCollectiblesPage>
  /** The largest amount of the chain. */
  largest?: bigint
}

export interface FakeChainOptions {
  readonly listsTokens?: boolean
  readonly without?: readonly ('balance' | 'tokens' | 'history' | 'names')[]
  readonly networks?: readonly string[]
  readonly namespace?: Partial<NamespaceContribution>
}

export interface FakeChain {
  readonly plugin: Plugin
  readonly namespace: NamespaceContribution
  /** May be changed while a test runs. */
  readonly answers: FakeChainAnswers
  /** Name and argument of every call so far. */
  readonly calls: { readonly name: string; readonly request: unknown }[]
  count(name: string): number
}

export function fakeChain(
  id: string,
  answers: FakeChainAnswers = {},
  {
    listsTokens = false,
    without = [],
    networks = ['1', '2'],
    namespace: overrides = {},
  }: FakeChainOptions = {},
): FakeChain {
  const calls: { name: string; request: unknown }[] = []
  const ask = async <T>(name: keyof FakeChainAnswers, request: unknown): Promise<T> => {
    calls.push({ name, request })
    const answer = answers[name] as Answer<T> | undefined
    if (answer === undefined && !(name in answers)) throw new Error(`The fake chain was not told "${name}".`)
    const value = typeof answer === 'function' ? (answer as (asked: unknown) => T)(request) : answer
    if (value instanceof Error) throw value
    return value as T
  }
  const unit = { symbol: 'COIN', decimals: 18 }
  const capabilities: Capability[] = []
  if (!without.includes('balance')) {
    capabilities.push(
      capability(Balance, {
        native: async (request) => ({ ...unit, value: await ask<bigint>('coin', request) }),
        ...(without.includes('tokens') ? {} : { tokens: (request) => ask('tokens', request) }),
        listsTokens,
        ...(answers.largest === undefined ? {} : { largest: () => answers.largest as bigint }),
        // Only where a test says what tokens state.
        ...('multipliers' in answers ? { multipliers: (request) => ask('multipliers', request) } : {}),
      }),
    )
  }
  if (!without.includes('history')) {
    capabilities.push(capability(History, { read: (request) => ask('history', request) }))
  }
  if (!without.includes('names')) {
    capabilities.push(
      capability(Identities, {
        supports: (networkId) => networkId !== `${id}:2`,
        lookup: (request) => ask('identity', request),
        resolve: (request) => ask('resolved', request),
      }),
    )
  }
  // Only where a test says what the wallet answers.
  if ('assets' in answers) {
    capabilities.push(capability(WalletAssets, { read: (request) => ask('assets', request) }))
  }
  if ('collectibles' in answers) {
    const read = (request: unknown) => ask<OwnedCollectiblesPage>('collectibles', request)
    capabilities.push(capability(OwnedCollectibles, { read }))
  }
  const namespace = fakeNamespace(id, networks, { capabilities, ...overrides })
  return {
    namespace,
    answers,
    calls,
    count: (name) => calls.filter((call) => call.name === name).length,
    plugin: definePlugin({
      id: `test.${id}`,
      kernel: '^1.0.0',
      setup: (context) => void context.add(Namespace, namespace),
    }),
  }
}

/** A token amount as a namespace's capability answers it. */
export function tokenAmount(address: string, value: bigint, decimals = 6, symbol = address): TokenAmount {
  return { value, decimals, symbol, token: { address, decimals, symbol } }
}
