import { encodeFunctionData, maxUint256, parseAbi, toFunctionSelector } from 'viem'
import { expect, test } from 'vitest'
import { previewCall } from './previewEvm.js'
import { inEnglish } from '../../test/inEnglish.js'

const abi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function setApprovalForAll(address operator, bool approved)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function claim()',
])
const token = `0x${'1'.repeat(40)}` as const
const thief = `0x${'2'.repeat(40)}` as const
const warnings = (data: `0x${string}`) =>
  inEnglish(previewCall({ to: token, data })).filter(({ isWarning }) => isWarning)

test.each([
  [
    'approve',
    encodeFunctionData({ abi, functionName: 'approve', args: [thief, maxUint256] }),
    'without any limit',
  ],
  [
    'increaseAllowance',
    encodeFunctionData({ abi, functionName: 'increaseAllowance', args: [thief, 5n] }),
    'up to 5',
  ],
  [
    'setApprovalForAll',
    encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [thief, true] }),
    thief,
  ],
] as const)('%s is shown as what it does, whatever the app calls it', (_, data, says) => {
  const text = JSON.stringify(warnings(data))
  expect(text).toContain(says)
  expect(text).toContain(thief)
})

test('an approval that hides behind bytes that are too many is shown as one', () => {
  const data = encodeFunctionData({ abi, functionName: 'approve', args: [thief, maxUint256] })
  expect(JSON.stringify(warnings(`${data}${'00'.repeat(64)}`))).toContain('without any limit')
})

test('a function that is not known, and data that is cut short, are marked, and no name of theirs is believed', () => {
  const claim = encodeFunctionData({ abi, functionName: 'claim' })
  const cut = toFunctionSelector('function approve(address,uint256)')
  for (const data of [claim, cut, '0x12', '0xdeadbeef'] as const) {
    expect(warnings(data)).toMatchObject([{ name: 'Unknown function' }])
  }
})

test('an ordinary transfer is not marked, and one of somebody else’s tokens is', () => {
  const [transfer] = parseAbi(['function transfer(address to, uint256 amount)'])
  const plain = encodeFunctionData({ abi: [transfer], args: [thief, 7n] })
  expect(warnings(plain)).toEqual([])
  expect(inEnglish(previewCall({ to: token, data: plain }))).toContainEqual({
    name: 'To',
    value: thief,
  })
  const from = encodeFunctionData({ abi, functionName: 'transferFrom', args: [token, thief, 7n] })
  expect(warnings(from)).toEqual([{ name: 'From', value: token, isWarning: true }])
})

const multicall = parseAbi([
  'function multicall(bytes[] calls)',
  'function multicall(uint256 deadline, bytes[] calls)',
])
const approval = encodeFunctionData({ abi, functionName: 'approve', args: [thief, maxUint256] })
const wrap = (inner: `0x${string}`) =>
  encodeFunctionData({ abi: multicall, functionName: 'multicall', args: [[inner]] })

test('an approval that hides among other calls is told, and what is buried too deep is marked as not known', () => {
  const [transfer] = parseAbi(['function transfer(address to, uint256 amount)'])
  const plain = encodeFunctionData({ abi: [transfer], args: [token, 1n] })
  const among = encodeFunctionData({
    abi: multicall,
    functionName: 'multicall',
    args: [9n, [plain, approval]],
  })
  for (const data of [among, wrap(approval), wrap(wrap(approval))]) {
    expect(JSON.stringify(warnings(data))).toContain('without any limit')
    expect(JSON.stringify(warnings(data))).toContain(thief)
  }
  let deep = approval
  for (let depth = 0; depth < 5; depth += 1) deep = wrap(deep)
  expect(warnings(deep)).toMatchObject([{ name: 'Unknown function' }])
  const many = encodeFunctionData({
    abi: multicall,
    functionName: 'multicall',
    args: [Array(500).fill(approval)],
  })
  expect(previewCall({ to: token, data: many }).length).toBeLessThan(5)
})

test('an allowance of Permit2 names the token that can be taken', () => {
  const permit2 = parseAbi([
    'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  ])
  const data = encodeFunctionData({ abi: permit2, args: [token, thief, 2n ** 160n - 1n, 0] })
  expect(JSON.stringify(warnings(data))).toContain('without any limit')
  expect(inEnglish(previewCall({ to: thief, data }))).toContainEqual({ name: 'Token', value: token })
})
