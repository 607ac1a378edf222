import { createKernel } from '@latchkey/kernel'
import type { ConnectorContribution } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import { listEntries } from './listEntries.js'
import type { WalletRecord } from './wallet.js'
import { WalletDirectory, walletDirectory, type WalletDirectoryOptions } from './walletDirectory.js'

const connector = (facts: Partial<ConnectorContribution>): ConnectorContribution => ({
  id: 'test',
  name: 'Test',
  group: 'announced',
  namespaces: ['eip155'],
  readiness: () => 'installed',
  connect: () => Promise.reject(new Error('not asked')),
  ...facts,
})

const wallets: readonly WalletRecord[] = [
  { id: 'first', name: 'First' },
  { id: 'second', name: 'Second', discovery: { rdns: ['org.second'] } },
  { id: 'third', name: 'Third' },
]

const list = (
  connectors: readonly ConnectorContribution[],
  recents: readonly string[] = [],
  exclude: string[] = [],
) =>
  listEntries({ wallets, connectors, recents, filter: { exclude } }).map(
    ({ record, connector: found }) => `${record.id}${found ? '*' : ''}`,
  )

it('puts installed wallets first, then recent ones, then the list', () => {
  expect(list([])).toEqual(['first', 'second', 'third'])
  expect(list([connector({ name: 'Other name', rdns: 'ORG.second' })], ['third'])).toEqual([
    'second*',
    'third',
    'first',
  ])
})

it('shows installed wallets that are not in the list, unless they are excluded', () => {
  expect(list([connector({ id: 'own', name: 'Own' })])).toEqual(['own*', 'first', 'second', 'third'])
  expect(list([connector({ id: 'own', name: 'Own' })], [], ['own'])).toEqual(['first', 'second', 'third'])
})

it('is one row for a wallet that connects several chains, and two for two that claim the same chain', () => {
  const chains = ['eip155', 'solana', 'polkadot'] as const
  const own = chains.map((chain) => connector({ id: `own.${chain}`, name: 'Own', namespaces: [chain] }))
  const impostor = connector({ id: 'false', name: 'Own', namespaces: ['solana'] })
  const entries = listEntries({ wallets, connectors: [...own, impostor], recents: [], filter: {} })
  expect(entries.slice(0, 3).map(({ connectors }) => connectors.map(({ id }) => id))).toEqual([
    ['own.eip155', 'own.solana', 'own.polkadot'],
    ['false'],
    [],
  ])
})

it('leaves out the pairing connector, logins and what is not installed', () => {
  const absent = [
    connector({ id: 'a', group: 'walletConnect' }),
    connector({ id: 'b', group: 'auth' }),
    connector({ id: 'c', readiness: () => 'missing' }),
  ]
  expect(list(absent)).toEqual(['first', 'second', 'third'])
})

async function directoryOf(options: WalletDirectoryOptions) {
  const kernel = createKernel([walletDirectory(options)], { logLevel: 'silent' })
  await kernel.start()
  return kernel.get(WalletDirectory)
}

it('answers the built-in list as the host filtered it, featured and custom first', async () => {
  const everything = await (await directoryOf({})).wallets()
  expect(everything.length).toBeGreaterThan(50)
  const custom = { id: 'own', name: 'Own' }
  const directory = await directoryOf({ custom: [custom], featured: ['trust-wallet'], exclude: ['metamask'] })
  const ids = (await directory.wallets()).map(({ id }) => id)
  expect(ids.slice(0, 2)).toEqual(['trust-wallet', 'own'])
  expect(ids).not.toContain('metamask')
  expect(ids).toHaveLength(everything.length)
})

it('remembers the last two wallets', async () => {
  const directory = await directoryOf({})
  for (const id of ['one', 'two', 'three', 'two']) directory.remember(id)
  expect(directory.recents()).toEqual(['two', 'three'])
})

it('keeps wallets that have closed apart, those of the host too', async () => {
  const closed = { on: '2026-01-31', say: 'Use another one.' }
  const directory = await directoryOf({ custom: [{ id: 'own', name: 'Own', closed }], featured: ['leap'] })
  const open = (await directory.wallets()).map(({ id }) => id)
  const ended = ['own', 'ctrl-wallet', 'family', 'leap', 'cosmostation', 'compass-wallet']
  expect((await directory.closed()).map(({ id }) => id)).toEqual(ended)
  expect(open.filter((id) => ended.includes(id))).toEqual([])
})
