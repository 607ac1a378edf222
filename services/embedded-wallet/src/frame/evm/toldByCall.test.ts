import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { say } from '../../words/say.js'
import { factsOfOne, withoutToldByCall } from './toldByCall.js'
import type { Trial } from './tryCalls.js'

const token: Hex = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const other: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const trial = (change: Partial<Trial> = {}): Trial => ({
  gasUsed: [1n],
  doesFail: false,
  isPartial: false,
  changes: [],
  allowances: [],
  logs: [],
  ...change,
})
const transfer = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [other, 5n] })
const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [other, 5n] })
const address = token.toLowerCase()

test('what the call says is not said again', () => {
  const coin = trial({ changes: [{ difference: -7n }] })
  expect(withoutToldByCall(coin, { to: other, value: 7n })?.changes).toEqual([])
  const moved = trial({ changes: [{ token: address, difference: -5n }] })
  expect(withoutToldByCall(moved, { to: token, data: transfer, value: 0n })?.changes).toEqual([])
  const allowed = trial({ allowances: [{ token, spender: other, amount: 5n }] })
  expect(withoutToldByCall(allowed, { to: token, data: approve, value: 0n })?.allowances).toEqual([])
})

test.each([
  ['another amount leaves', { changes: [{ token: address, difference: -6n }] }],
  ['another token leaves', { changes: [{ token: other, difference: -5n }] }],
  ['more leaves', { changes: [{ token: address, difference: -5n }, { difference: -1n }] }],
  ['tokens come', { changes: [{ token: address, difference: 5n }] }],
  ['it fails', { doesFail: true, changes: [{ token: address, difference: -5n }] }],
  ['somebody may take more', { allowances: [{ token, spender: other, amount: 5n }] }],
])('all of it is told where %s', (_, change) => {
  expect(withoutToldByCall(trial(change), { to: token, data: transfer, value: 0n })).toEqual(trial(change))
})

test('an allowance of another amount, or to another spender, is told', () => {
  for (const allowance of [
    { token, spender: other, amount: 6n },
    { token, spender: token, amount: 5n },
    { token: other, spender: other, amount: 5n },
    { token, spender: other },
  ]) {
    const tried = trial({ allowances: [allowance] })
    expect(withoutToldByCall(tried, { to: token, data: approve, value: 0n })).toEqual(tried)
  }
})

test('what moves by the trial stands first, and no line twice', () => {
  const sends = { name: say`You send`, value: '1 ETH', kind: 'leaves' } as const
  const gets = { name: say`You get`, value: '9 USD', kind: 'arrives' } as const
  const contract = { name: say`Contract`, value: other }
  const fails = { name: say`Result`, value: say`This fails when the node tries it out`, isWarning: true }
  expect(factsOfOne([sends, contract], [fails, sends, gets])).toEqual([sends, gets, contract, fails])
  expect(factsOfOne([sends, contract], [])).toEqual([sends, contract])
})
