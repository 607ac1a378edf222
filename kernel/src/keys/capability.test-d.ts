import { expectTypeOf, it } from 'vitest'
import { type Capability, capability, findCapability } from './capability.js'
import { token } from './token.js'

interface Greet {
  greet(name: string): string
}
const GreetToken = token<Greet>('example.greet/1')

it('is checked against the contract of its token', () => {
  expectTypeOf(capability(GreetToken, { greet: (name) => name })).toEqualTypeOf<Capability>()
  // @ts-expect-error of another signature
  capability(GreetToken, { greet: (name: number) => String(name) })
})

it('is found with the type of its token', () => {
  expectTypeOf(findCapability([], GreetToken)).toEqualTypeOf<Greet | undefined>()
})
