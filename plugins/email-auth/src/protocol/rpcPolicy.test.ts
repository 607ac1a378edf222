import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approvalMethods, classifyRpc, isTransactionHash, safeMethods } from './index.js'

test('41 methods and personal_ecRecover are safe with ERC-7715’s two lists and our own estimate, 11 need approval with the two new names of ERC-7715, eth_signTypedData_v3 and wallet_watchAsset, and the lists do not overlap', () => {
  expect(new Set(safeMethods).size).toBe(45)
  expect(new Set(approvalMethods).size).toBe(15)
  expect(safeMethods.filter((method) => classifyRpc(method) !== 'safe')).toEqual([])
  expect(approvalMethods.filter((method) => classifyRpc(method) !== 'approval')).toEqual([])
})

test('everything else is refused, also what only looks like a known name', () => {
  const known = [...safeMethods, ...approvalMethods] as string[]
  const near = fc
    .constantFrom(...known)
    .chain((method) =>
      fc.constantFrom(
        ` ${method}`,
        `${method} `,
        method.toUpperCase(),
        `${method}\u0000`,
        `${method}\u200b`,
        method.slice(1),
      ),
    )
  fc.assert(
    fc.property(fc.oneof(near, fc.string()), (method) => {
      fc.pre(!known.includes(method))
      expect(classifyRpc(method)).toBe('refused')
    }),
  )
  for (const method of [
    'eth_sign',
    'eth_signTypedData',
    'eth_requestAccounts',
    '__proto__',
    'constructor',
    'has',
  ]) {
    expect(classifyRpc(method), method).toBe('refused')
  }
})

test('a hash is told from a signature by the method', () => {
  const hash = `0x${'ab'.repeat(32)}`
  expect(isTransactionHash('eth_sendTransaction', hash)).toBe(true)
  expect(isTransactionHash('personal_sign', hash)).toBe(false)
  expect(isTransactionHash('eth_sendTransaction', `0x${'ab'.repeat(65)}`)).toBe(false)
  expect(isTransactionHash('eth_sendTransaction', { hash })).toBe(false)
})
