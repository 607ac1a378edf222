import { expect, it } from 'vitest'
import { readAccountsEvent, readChainEvent } from './lazy/readSessionEvent.js'

it.each([
  [31337, 'eip155:1', 'eip155:31337'],
  ['0x7a69', 'eip155:1', 'eip155:31337'],
  ['31337', 'eip155:1', 'eip155:31337'],
  ['eip155:31337', 'eip155:1', 'eip155:31337'],
  ['solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'eip155:1', 'eip155:1'],
  [undefined, 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
  [-1, 'eip155:1', 'eip155:1'],
  [{}, 'eip155:5', 'eip155:5'],
  [1, 'no chain', undefined],
  [1, undefined, undefined],
])('reads the network of chainChanged %j for %j', (data, chainId, expected) => {
  expect(readChainEvent(data, chainId)).toBe(expected)
})

it.each([
  [['eip155:1:0xab'], 'eip155:1', '0xab'],
  [['0xab', '0xcd'], 'eip155:1', '0xab'],
  [[{ address: 'bc1q' }], 'bip122:000000000019d6689c085ae165831e93', 'bc1q'],
  [['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc'], 'eip155:1', undefined],
  [[], 'eip155:1', undefined],
  ['0xab', 'eip155:1', undefined],
  [[null], 'eip155:1', undefined],
  [['x'.repeat(201)], 'eip155:1', undefined],
  [['0xab'], 7, undefined],
])('reads the account of accountsChanged %j for %j', (data, chainId, expected) => {
  expect(readAccountsEvent(data, chainId)?.address).toBe(expected)
})
