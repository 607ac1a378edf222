// Held to viem's own encoders: the calls of a quote, and the answers to them, whole and spoilt.
import fc from 'fast-check'
import {
  type Abi,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  getAddress,
  type Hex,
  parseAbi,
} from 'viem'
import { expect, it } from 'vitest'
import { spoil, spoilings } from '../../../test/spoil.js'
import { permit2Abi } from './abis.js'
import {
  allowanceCall,
  clockCall,
  passedCall,
  quoteCall,
  quoteForm,
  readLastAmount,
  readNumber,
  readPassed,
} from './marketCalls.js'
import { writePoolPath } from './poolPath.js'
import { secondVersion } from './routes.js'

const abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function quoteExactInput(bytes path, uint256 amountIn) view returns (uint256 amountOut)',
  'function getCurrentBlockTimestamp() view returns (uint256 timestamp)',
])
const addresses = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((value) => getAddress(`0x${Buffer.from(value).toString('hex')}`))
const amounts = fc.bigInt(0n, 2n ** 256n - 1n)
const paths = fc.array(addresses, { minLength: 2, maxLength: 4 })
const [router, quoter, mixedQuoter] = [
  `0x${'11'.repeat(20)}`,
  `0x${'22'.repeat(20)}`,
  `0x${'33'.repeat(20)}`,
] as [Address, Address, Address]
const v2 = { name: 'v2', router }
const v3 = { name: 'v3', router, quoter, mixed: { name: 'v2', quoter: mixedQuoter } }

/** What viem reads, or `undefined` where it refuses. */
function readByViem(of: { abi: Abi; functionName: string }, data: Hex): unknown {
  try {
    return decodeFunctionResult({ ...of, data })
  } catch {
    return undefined
  }
}

it('asks routers of the second version as viem does', () => {
  fc.assert(
    fc.property(paths, amounts, (path, amount) => {
      const data = encodeFunctionData({ abi, functionName: 'getAmountsOut', args: [amount, path] })
      expect(quoteCall(quoteForm({ kind: 'v2', venue: v2, path }), amount)).toEqual({ to: router, data })
    }),
  )
})

it('asks quoters of the third version and of mixed routes as viem does', () => {
  const fees = fc.constantFrom(100, 500, 3_000, 10_000, secondVersion)
  fc.assert(
    fc.property(paths, fc.array(fees, { minLength: 3, maxLength: 3 }), amounts, (path, all, amount) => {
      const own = all.slice(0, path.length - 1)
      const args = [writePoolPath(path, own), amount] as const
      expect(quoteCall(quoteForm({ kind: 'v3', venue: v3, path, fees: own }), amount)).toEqual({
        to: own.includes(secondVersion) ? mixedQuoter : quoter,
        data: encodeFunctionData({ abi, functionName: 'quoteExactInput', args }).toLowerCase(),
      })
    }),
  )
})

it('asks for allowances and the time as viem does', () => {
  fc.assert(
    fc.property(addresses, addresses, addresses, (token, owner, spender) => {
      expect(allowanceCall(token, owner, spender)).toEqual({
        to: token,
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args: [owner, spender] }),
      })
      expect(passedCall(quoter, { token, owner, spender })).toEqual({
        to: quoter,
        data: encodeFunctionData({
          abi: permit2Abi,
          functionName: 'allowance',
          args: [owner, token, spender],
        }),
      })
    }),
  )
  const data = encodeFunctionData({ abi, functionName: 'getCurrentBlockTimestamp' })
  expect(clockCall(quoter)).toEqual({ to: quoter, data })
})

it('refuses an amount beyond 256 bits, below zero, and a path of no addresses', () => {
  const path = [router, quoter]
  for (const amount of [2n ** 256n, -1n]) {
    expect(() => quoteCall(quoteForm({ kind: 'v2', venue: v2, path }), amount)).toThrow(RangeError)
    expect(() => quoteCall(quoteForm({ kind: 'v3', venue: v3, path, fees: [500] }), amount)).toThrow(
      RangeError,
    )
  }
  const odd = [router, '0x1234'] as const
  expect(() => quoteCall(quoteForm({ kind: 'v2', venue: v2, path: odd }), 1n)).toThrow('is invalid')
  expect(() => quoteCall(quoteForm({ kind: 'v3', venue: v3, path: odd, fees: [500] }), 1n)).toThrow(
    'is invalid',
  )
})

it('reads one number as viem does, whole and cut', () => {
  const of = { abi: abi as Abi, functionName: 'quoteExactInput' }
  fc.assert(
    fc.property(amounts, fc.uint8Array({ maxLength: 40 }), fc.nat(72), (amount, more, size) => {
      const whole = `${encodeFunctionResult({ abi, functionName: 'quoteExactInput', result: amount })}${Buffer.from(more).toString('hex')}`
      const data = whole.slice(0, 2 + 2 * size) as Hex
      expect(readNumber(data)).toBe(readByViem(of, data))
    }),
  )
  expect(readNumber(undefined)).toBeUndefined()
  expect(readNumber('0x')).toBeUndefined()
})

it('reads the last amount as viem does, whole and spoilt', () => {
  const of = { abi: abi as Abi, functionName: 'getAmountsOut' }
  let read = 0
  fc.assert(
    fc.property(
      fc.array(amounts, { maxLength: 5 }),
      fc.option(spoilings, { nil: undefined }),
      (result, spoiling) => {
        const whole = encodeFunctionResult({ abi, functionName: 'getAmountsOut', result })
        const data = spoiling ? spoil(whole, spoiling) : whole
        const byViem = readByViem(of, data) as readonly bigint[] | undefined
        if (byViem?.length) read += 1
        expect(readLastAmount(data)).toBe(byViem?.at(-1))
      },
    ),
    { numRuns: 1_000 },
  )
  expect(read).toBeGreaterThan(0)
})

it('reads what Permit2 passes on as viem does, and nothing beyond its own numbers', () => {
  const numbers = [fc.bigInt(0n, 2n ** 160n - 1n), fc.nat(), fc.nat()] as const
  fc.assert(
    fc.property(...numbers, (amount, expiration, nonce) => {
      const result = [amount, expiration, nonce] as const
      const data = encodeFunctionResult({ abi: permit2Abi, functionName: 'allowance', result })
      expect(readPassed(data)).toEqual({ amount, expiration: BigInt(expiration) })
      expect(readPassed(data.slice(0, -2) as Hex)).toBeUndefined()
    }),
  )
  const most = `0x${'f'.repeat(192)}` as const
  expect(readPassed(most)).toBeUndefined()
})
