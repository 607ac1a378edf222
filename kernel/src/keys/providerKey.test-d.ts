import { expectTypeOf, it } from 'vitest'
import type { SessionService } from '../wallet/session/sessionState.js'
import { type ProviderKey, providerKey } from './providerKey.js'

interface Eip1193Provider {
  request(args: { readonly method: string }): Promise<unknown>
}

it("types what a namespace's wallet offers", () => {
  const Eip155 = providerKey<Eip1193Provider>('eip155')
  expectTypeOf(Eip155).toEqualTypeOf<ProviderKey<Eip1193Provider>>()
  const use = (session: SessionService) => {
    expectTypeOf(session.provider(Eip155)).toEqualTypeOf<Eip1193Provider | undefined>()
    // @ts-expect-error a namespace alone says nothing of the type
    session.provider('eip155')
  }
  expectTypeOf(use).toBeFunction()
  // @ts-expect-error another provider
  const other: ProviderKey<{ other(): void }> = Eip155
  expectTypeOf(other).not.toBeAny()
})
