import { expect, it } from 'vitest'
import { capability, findCapability, type Versioned } from './capability.js'
import { token } from './token.js'

interface Greet extends Versioned {
  greet(): string
}

it('finds a capability by a token of another copy of its owner', () => {
  const list = [capability(token<Greet>('example.greet'), { version: 1, greet: () => 'hello' })]
  expect(findCapability(list, token<Greet>('example.greet'))?.greet()).toBe('hello')
})

it('answers undefined for a capability that is not there', () => {
  expect(findCapability([], token<Greet>('example.greet'))).toBeUndefined()
})
