import { expectTypeOf, it } from 'vitest'
import { type Capability, capability, findCapability, type Versioned } from './capability.js'
import { token } from './token.js'

interface Greet extends Versioned {
  greet(name: string): string
}
const GreetToken = token<Greet>('example.greet')

it('is checked against the contract of its token', () => {
  expectTypeOf(capability(GreetToken, { version: 1, greet: (name) => name })).toEqualTypeOf<Capability>()
  // @ts-expect-error without its version
  capability(GreetToken, { greet: (name: string) => name })
  // @ts-expect-error of a version that does not exist
  capability(GreetToken, { version: 2, greet: (name: string) => name })
  // @ts-expect-error of another signature
  capability(GreetToken, { version: 1, greet: (name: number) => String(name) })
  // @ts-expect-error a contract without a version
  capability(token<{ greet(): void }>('example.bare'), { greet() {} })
})

it('is found with the type of its token', () => {
  expectTypeOf(findCapability([], GreetToken)).toEqualTypeOf<Greet | undefined>()
})
