import { expect, it } from 'vitest'
import { token } from './token.js'

it('makes tokens that agree across copies of their owner', () => {
  const first = token<string>('example.greeting')
  const second = token<string>('example.greeting')
  expect(first).not.toBe(second)
  expect(first.symbol).toBe(second.symbol)
})

it('keeps tokens with different ids apart', () => {
  expect(token('example.a').symbol).not.toBe(token('example.b').symbol)
})

it('carries no value at run time for its type', () => {
  expect(Object.keys(token('example.a'))).toEqual(['id', 'symbol'])
})
