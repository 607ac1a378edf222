import { expect, it } from 'vitest'
import { BaseError } from '../errors/base.js'
import { checkOptionNames } from './checkOptionNames.js'

interface Options {
  readonly currency?: string | undefined
  readonly slippage?: bigint | undefined
}

const names = { currency: true, slippage: true } satisfies Record<keyof Options, true>

function faultOf(given: unknown, code?: string): { readonly code: string; readonly shortMessage: string } {
  try {
    checkOptionNames('swap', given, names, code)
  } catch (error) {
    if (error instanceof BaseError) return { code: error.code, shortMessage: error.shortMessage }
    throw error
  }
  throw new Error('Nothing was thrown.')
}

it('names the option that does not exist, and those that do', () => {
  const shortMessage = 'swap() has no option "slipage". There are: currency, slippage.'
  expect(faultOf({ currency: 'eur', slipage: 50n })).toEqual({ code: 'OPTION_UNKNOWN', shortMessage })
  expect(faultOf({ slipage: undefined })).toEqual({ code: 'OPTION_UNKNOWN', shortMessage })
  expect(faultOf({ slipage: 50n }, 'SWAP_OPTIONS_INVALID').code).toBe('SWAP_OPTIONS_INVALID')
  expect(faultOf({ toString: 'x' }).shortMessage).toContain('no option "toString"')
})

it.each([
  ['null', null],
  ['a text', 'eur'],
  ['a list', [{ currency: 'eur' }]],
  ['a function', () => ({ currency: 'eur' })],
  ['a boolean', true],
  ['a Promise', Promise.resolve({ currency: 'eur' })],
  ['a Map', new Map([['currency', 'eur']])],
])('takes %s for no object of options', (described, given) => {
  const shortMessage = `swap() takes an object of options, got ${described}.`
  expect(faultOf(given)).toEqual({ code: 'OPTIONS_NO_OBJECT', shortMessage })
  expect(faultOf(given, 'SWAP_OPTIONS_INVALID').code).toBe('SWAP_OPTIONS_INVALID')
})

it('takes nothing, options that exist and those that are undefined', () => {
  const bare = Object.assign(Object.create(null), { currency: 'eur' }) as object
  const all = [
    undefined,
    {},
    { currency: undefined },
    { slippage: 50n },
    Object.freeze({ slippage: 1n }),
    bare,
  ]
  for (const given of all) expect(() => checkOptionNames('swap', given, names)).not.toThrow()
})
