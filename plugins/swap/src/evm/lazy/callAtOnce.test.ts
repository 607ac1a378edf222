// Held to viem's own encoders: what Multicall3 is called with, and what it returns, whole and spoilt.
import fc from 'fast-check'
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  encodeFunctionResult,
  getAddress,
  type Hex,
  multicall3Abi,
} from 'viem'
import { expect, it } from 'vitest'
import { readResults, writeCalls } from './callAtOnce.js'
import { spoil, spoilings } from '../../../test/spoil.js'

const list = { abi: multicall3Abi, functionName: 'aggregate3' } as const
const bytes = fc.uint8Array({ maxLength: 100 }).map((value): Hex => `0x${Buffer.from(value).toString('hex')}`)
const addresses = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((value) => getAddress(`0x${Buffer.from(value).toString('hex')}`))
const results = fc.array(fc.record({ success: fc.boolean(), returnData: bytes }), { maxLength: 12 })
const shown = (all: readonly { readonly success: boolean; readonly returnData: Hex }[]) =>
  all.map(({ success, returnData }) => (success ? returnData : undefined))

it('writes the calls as viem does', () => {
  const calls = fc.array(fc.record({ to: addresses, data: bytes }), { maxLength: 12 })
  fc.assert(
    fc.property(calls, (all) => {
      const args = [all.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))] as const
      expect(writeCalls(all)).toBe(encodeFunctionData({ ...list, args }))
    }),
  )
})

it('reads what was returned as viem does', () => {
  fc.assert(
    fc.property(results, (all) => {
      const data = encodeFunctionResult({ ...list, result: all })
      expect(readResults(data, all.length)).toEqual(shown(all))
    }),
  )
})

it('refuses what is spoilt, or reads it as viem does', () => {
  let refused = 0
  fc.assert(
    fc.property(results, spoilings, (all, spoiling) => {
      const data = spoil(encodeFunctionResult({ ...list, result: all }), spoiling)
      let own: readonly (Hex | undefined)[]
      try {
        own = readResults(data, all.length)
      } catch (error) {
        refused += 1
        expect((error as Error).message).toMatchInlineSnapshot(
          `"The network’s answer to several calls at once is not what Multicall3 returns."`,
        )
        return
      }
      expect(own).toEqual(shown(decodeFunctionResult({ ...list, data })))
    }),
    { numRuns: 2_000 },
  )
  expect(refused).toBeGreaterThan(0)
})

it.each([
  ['nothing', undefined],
  ['no bytes', '0x'],
  ['half a byte', '0x0'],
  ['no text', 7],
  ['other text', `0x${'zz'.repeat(64)}`],
])('refuses %s', (_, data) => {
  expect(() => readResults(data, 0)).toThrow('not what Multicall3 returns')
})

it('refuses fewer or more results than calls', () => {
  const data = encodeFunctionResult({ ...list, result: [{ success: true, returnData: '0x01' }] })
  expect(readResults(data, 1)).toEqual(['0x01'])
  expect(() => readResults(data, 0)).toThrow()
  expect(() => readResults(data, 2)).toThrow()
})

it('refuses a target that is no address, or whose checksum is wrong', () => {
  const wrong = '0x52908400098527886E0F7030069857D2E4169Ee7' as Address
  expect(() => writeCalls([{ to: wrong, data: '0x' }])).toThrow('is invalid')
  expect(() => writeCalls([{ to: '0x12', data: '0x' }])).toThrow('is invalid')
})
