import { expectTypeOf, it } from 'vitest'
import { token, type Token, type TokenRecord, type TokenType } from './token.js'

interface Prices {
  read(): number
}

it('carries the type of its service', () => {
  const PricesToken = token<Prices>('example.prices')
  expectTypeOf(PricesToken).toEqualTypeOf<Token<Prices>>()
  expectTypeOf<TokenType<typeof PricesToken>>().toEqualTypeOf<Prices>()
  expectTypeOf<TokenType<string>>().toEqualTypeOf<never>()
})

it('is invariant: a token is not one of a wider or a narrower type', () => {
  // @ts-expect-error wider
  const wider: Token<string | number> = token<string>('a')
  // @ts-expect-error narrower
  const narrower: Token<'a'> = token<string>('a')
  const record: TokenRecord = { prices: token<Prices>('example.prices'), text: token<string>('example.text') }
  expectTypeOf([wider, narrower, record]).toBeArray()
})
