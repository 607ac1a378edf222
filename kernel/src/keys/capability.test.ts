import { expect, it } from 'vitest'
import { capability, findCapability } from './capability.js'
import { token } from './token.js'

interface Greet {
  greet(): string
}

it('finds a capability by a token of another copy of its owner', () => {
  const list = [capability(token<Greet>('example.greet'), { greet: () => 'hello' })]
  expect(findCapability(list, token<Greet>('example.greet'))?.greet()).toBe('hello')
})

it('tells two versions of a contract apart', () => {
  const first = token<Greet>('example.greet/1')
  const second = token<{ greet(name: string): string }>('example.greet/2')
  const list = [
    capability(first, { greet: () => 'hello' }),
    capability(second, { greet: (name) => `hello ${name}` }),
  ]
  expect(findCapability(list, first)?.greet()).toBe('hello')
  expect(findCapability(list, second)?.greet('Nora')).toBe('hello Nora')
})

it('answers undefined for a capability that is not there', () => {
  expect(findCapability([], token<Greet>('example.greet'))).toBeUndefined()
})
