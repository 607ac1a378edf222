import type { TransactionRecord, TransactionTransfer } from '@latchkey/kernel/contracts'
import { describe, expect, it } from 'vitest'
import { type FoundEntry, uniteEntries } from './uniteEntries.js'

const account = {
  networkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  network: undefined,
  isOwn: () => false,
} as const
const unread: FoundEntry = {
  entry: {
    id: 'id',
    minedAt: 5,
    facts: { status: 'confirmed', operation: 'execute', isUnread: true },
    transfers: [],
  },
  ...{ source: 0, list: 'history', isListed: false },
}
const read = (facts: object): FoundEntry => ({
  entry: {
    id: 'id',
    ...facts,
    transfers: [{ direction: 'in', amount: { value: 7n, decimals: 9, symbol: 'SOL' } }],
  },
  ...{ source: 1, list: 'explorer', isListed: true },
})

it('keeps a transaction that no source could read', () => {
  const told = uniteEntries('id', [unread, { ...unread, source: 1, list: 'service' }], account)
  expect(told).toMatchObject({ status: 'confirmed', minedAt: 5, transfers: [], isUnread: true })
})

it.each([
  [
    'with what it did',
    { facts: { status: 'confirmed', operation: 'receive' } satisfies Partial<TransactionRecord> },
  ],
  ['as a list of transfers', {}],
])('takes a transaction from a source that could read it, %s', (_, facts) => {
  const told = uniteEntries('id', [unread, read(facts)], account)
  expect(told).toMatchObject({
    operation: 'receive',
    transfers: [{ isUnproven: true, amount: { value: 7n } }],
  })
  expect(told).not.toHaveProperty('isUnread')
  // The chain has it, whatever an explorer says of it.
  expect(told).not.toHaveProperty('isUnproven')
})

describe('a coin that is a token, too', () => {
  const twin = '0x471EcE3750Da237f93B8E339c536989b8978a438'
  const [alice, bob] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
  const network = {
    coinToken: twin,
    nativeCurrency: { name: 'Celo', symbol: 'CELO', decimals: 18 },
  }
  const celo = { networkId: 'eip155:42220', network, isOwn: (address?: string) => address === alice } as const
  const coin = (to = bob, value = 5n): TransactionTransfer => ({
    ...{ direction: 'out', from: alice, to, name: 'Celo' },
    amount: { value, decimals: 18, symbol: 'CELO' },
  })
  const token = (asset: string, value = 5n): TransactionTransfer => ({
    ...{ direction: 'out', from: alice, to: bob, name: 'Celo native asset', asset },
    amount: { value, decimals: 18, symbol: 'CELO' },
  })
  const facts = { status: 'confirmed', called: 'send', from: alice } as const
  const entry = (source: number, list: string, transfer: TransactionTransfer): FoundEntry => ({
    entry: { id: 'id', ...(list === 'token' ? {} : { facts }), transfers: [transfer] },
    ...{ source, list, isListed: false },
  })

  it.each([
    [
      'the explorer tells by both of its lists',
      [entry(1, 'transactions', coin()), entry(1, 'token', token(twin))],
    ],
    [
      'the nodes tell as the coin and an explorer as the token',
      [entry(0, 'history', coin()), entry(1, 'token', token(twin.toLowerCase()))],
    ],
    [
      'passes through the token’s contract',
      [entry(1, 'transactions', coin(twin)), entry(1, 'token', token(twin))],
    ],
    [
      'is told by its token alone',
      [
        entry(1, 'transactions', { ...coin(), amount: { ...coin().amount, value: 0n } }),
        entry(1, 'token', token(twin)),
      ],
    ],
  ])('is moved once where what moved %s', (_, found) => {
    const { transfers, operation } = uniteEntries('id', found, celo) ?? {}
    expect(operation).toBe('send')
    expect(transfers?.filter(({ amount }) => amount.value > 0n)).toEqual([coin()])
  })

  it('is no other network’s token', () => {
    const found = [entry(1, 'transactions', coin()), entry(1, 'token', token(twin))]
    const elsewhere = { ...celo, network: { nativeCurrency: network.nativeCurrency } }
    expect(uniteEntries('id', found, elsewhere)?.transfers).toHaveLength(2)
    const other = [entry(1, 'transactions', coin()), entry(1, 'token', token(bob))]
    expect(uniteEntries('id', other, celo)?.transfers).toHaveLength(2)
  })
})
