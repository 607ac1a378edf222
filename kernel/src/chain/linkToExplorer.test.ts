import { expect, it } from 'vitest'
import { linkToExplorer } from './linkToExplorer.js'

it.each([
  ['https://etherscan.io', 'https://etherscan.io/tx/0xab'],
  ['https://etherscan.io/', 'https://etherscan.io/tx/0xab'],
  ['https://example.org/a//', 'https://example.org/a/tx/0xab'],
  ['https://explorer.solana.com?cluster=devnet', 'https://explorer.solana.com/tx/0xab?cluster=devnet'],
  ['https://explorer.solana.com/?a=1/2#/x', 'https://explorer.solana.com/tx/0xab?a=1/2#/x'],
  ['http://localhost:3000/#', 'http://localhost:3000/tx/0xab#'],
])('makes of %s the page %s', (explorer, expected) => {
  expect(linkToExplorer(explorer, 'tx', '0xab')).toBe(expected)
})

it('writes nothing of an id into the path that is not part of a name', () => {
  expect(linkToExplorer('https://example.org', 'tx', '../$&?a#b')).toBe(
    'https://example.org/tx/..%2F%24%26%3Fa%23b',
  )
})

it('links to nothing without an explorer', () => {
  expect(linkToExplorer(undefined, 'tx', '0xab')).toBeUndefined()
})
