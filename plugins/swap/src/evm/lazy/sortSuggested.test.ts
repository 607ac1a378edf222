import { expect, it } from 'vitest'
import { sortSuggested } from './sortSuggested.js'

const token = (symbol: string, address?: string) => ({
  symbol,
  decimals: 18,
  ...(address === undefined ? {} : { address }),
})

it('puts the coin and the known symbols first, one of each, and keeps the order of the rest', () => {
  const tokens = [
    token('ZZZ', '0x1'),
    token('USDT', '0x2'),
    token('ETH'),
    token('USDC', '0x3'),
    // Anybody can give a token a known symbol.
    token('USDC', '0x4'),
    token('UNI', '0x5'),
    token('AAA', '0x6'),
  ]
  const sorted = sortSuggested(tokens)
  expect(sorted.map(({ symbol, address }) => `${symbol} ${address}`)).toEqual([
    'ETH undefined',
    'UNI 0x5',
    'USDC 0x3',
    'USDT 0x2',
    'ZZZ 0x1',
    'USDC 0x4',
    'AAA 0x6',
  ])
  expect(new Set(sorted)).toEqual(new Set(tokens))
})
