import { expectTypeOf, it } from 'vitest'
import { Calls, type CallsSupport, callsKey, type PreparedCalls } from '../contracts/capabilities/calls.js'
import type { SendCapability, PreparedSend } from '../contracts/capabilities/send.js'
import type { SignedMessage } from '../contracts/capabilities/signMessage.js'
import { SignMessage } from '../contracts/capabilities/signMessage.js'
import { capability } from '../keys/capability.js'
import { providerKey } from '../keys/providerKey.js'
import { token } from '../keys/token.js'
import type { ActiveWallet, Bound } from './activeWallet.js'

interface Provider {
  sign(text: string): Promise<string>
}
const Key = providerKey<Provider>('example')

it('leaves only the question to whoever uses a capability', () => {
  const use = (wallet: ActiveWallet, send: Bound<SendCapability>) => {
    const signer = wallet.use(SignMessage)
    expectTypeOf(signer?.sign({ message: 'hello' })).toEqualTypeOf<Promise<SignedMessage> | undefined>()
    // @ts-expect-error the message is the question
    signer?.sign({})
    expectTypeOf(send.prepare({ to: 'a', amount: 1n })).toEqualTypeOf<Promise<PreparedSend>>()
    expectTypeOf(send.tokens).toEqualTypeOf<boolean>()
    // @ts-expect-error amounts are bigints
    void send.prepare({ to: 'a', amount: 1 })
    expectTypeOf(wallet.provider(Key)).toEqualTypeOf<Provider | undefined>()
  }
  expectTypeOf(use).toBeFunction()
})

it('lets a capability that asks nothing but the wallet be called with nothing', () => {
  interface Ask {
    ask(request: { readonly networkId: string; readonly provider: unknown }): Promise<string>
  }
  const Ask = token<Ask>('example.ask/1')
  const use = (wallet: ActiveWallet) =>
    expectTypeOf(wallet.use(Ask)?.ask()).toEqualTypeOf<Promise<string> | undefined>()
  expectTypeOf(use).toBeFunction()
})

it('types the calls of one namespace by its own key, and passes others on', () => {
  interface Coin {
    readonly coin: bigint
  }
  const CoinCalls = callsKey<Coin>('example')
  const use = (wallet: ActiveWallet) => {
    const typed = wallet.use(CoinCalls)
    expectTypeOf(typed?.support()).toEqualTypeOf<Promise<CallsSupport> | undefined>()
    expectTypeOf(typed?.prepare({ calls: [{ coin: 1n }] })).toEqualTypeOf<
      Promise<PreparedCalls> | undefined
    >()
    // @ts-expect-error another namespace's call
    void typed?.prepare({ calls: [{ to: '0x' }] })
    void wallet.use(Calls)?.prepare({ calls: [{ to: '0x' }, { coin: 1n }], atomic: 'required' })
  }
  expectTypeOf(use).toBeFunction()
})

it('gives the author of a capability a provider of the key’s type', () => {
  capability(SignMessage, Key, {
    async sign({ provider, message }) {
      expectTypeOf(provider).toEqualTypeOf<Provider>()
      return { signature: await provider.sign(String(message)), type: 'example' }
    },
  })
  // @ts-expect-error of another form
  capability(SignMessage, Key, { sign: (request: { readonly provider: string }) => request })
})
