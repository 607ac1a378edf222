import type { SignedIn, SignInCapability } from '../../contracts/capabilities/signIn.js'
import type { ExampleProvider } from '../example/createExampleWallet.js'
import { exampleAddresses } from '../example/exampleAddress.js'
import { coins } from '../example/exampleCoin.js'
import { type BrokenPlugin, brokenCapability } from './brokenPlugin.js'
import { never } from './connect.js'

const signsIn = 'asks the person once, and signs what was asked for with the account'
const rejects = 'says USER_REJECTED when the person declines'
const noSignIn = 'takes no rubbish for a sign-in, and says it in an error of ours'
const signs = 'asks the person once, and returns the signed bytes'
const noBytes = 'takes no rubbish for signed bytes, and says it in an error of ours'
const assets = 'reads what the wallet offers without opening it, each once, with bigints'
const methods = 'asks only by methods that it names and the wallet allows'
const allowsNothing = 'refuses a wallet that allows nothing'
const remote = 'makes a provider that asks the wallet for nothing by itself'
const kinds = 'says of each account what kind it is'

const ask = (provider: unknown, text: string) => (provider as ExampleProvider).request('sign', text)

const signedIn =
  (change: (right: SignedIn) => Partial<SignedIn>) =>
  ({ signIn }: { readonly signIn: SignInCapability }) => ({
    signIn: {
      async signIn(request: Parameters<SignInCapability['signIn']>[0]) {
        const right = await signIn.signIn(request)
        return { ...right, ...change(right) }
      },
    },
  })

/** Sign-ins by the wallet's own feature that sign something else, or tell it wrongly. */
const brokenSignIns: readonly BrokenPlugin[] = [
  brokenCapability(['signs in without the nonce', signsIn, 'the nonce "suite1234567890"'], ({ signIn }) => ({
    signIn: {
      signIn: ({ input: { nonce: _, ...input }, ...request }) => signIn.signIn({ ...request, input }),
    },
  })),
  brokenCapability(['signs in for another site', signsIn, 'the domain "app.example"'], ({ signIn }) => ({
    signIn: {
      signIn: (request) =>
        signIn.signIn({ ...request, input: { ...request.input, domain: 'elsewhere.example' } }),
    },
  })),
  brokenCapability(
    ['signs in another account', signsIn, `found "${exampleAddresses.second}"`],
    signedIn(() => ({ address: exampleAddresses.second })),
  ),
  brokenCapability(
    ['answers other bytes than it signed', signsIn, 'the text in the bytes that were signed'],
    signedIn(() => ({ signedMessage: new Uint8Array([1]) })),
  ),
  brokenCapability(
    ['answers a sign-in without its bytes', signsIn, 'signIn().signedMessage'],
    signedIn(() => ({ signedMessage: undefined as never })),
  ),
  brokenCapability(
    ['answers a signature of another text', signsIn, 'a signature of the account over the text'],
    signedIn(() => ({ signature: `${exampleAddresses.own} signed something` })),
  ),
  brokenCapability(['asks twice to sign in', signsIn, 'signIn() to open the wallet once'], ({ signIn }) => ({
    signIn: {
      async signIn(request) {
        await ask(request.provider, 'who are you')
        return signIn.signIn(request)
      },
    },
  })),
  brokenCapability(
    ['tells a refused sign-in in its own words', rejects, 'one of our errors of signIn()'],
    ({ signIn }) => ({
      signIn: {
        signIn: (request) => signIn.signIn(request).catch(() => Promise.reject(new Error('declined'))),
      },
    }),
  ),
  brokenCapability(
    ['takes rubbish for a sign-in', noSignIn, 'signIn() when the wallet answers'],
    ({ signIn }) => ({
      signIn: {
        async signIn(request) {
          const signature = String(await ask(request.provider, 'anything'))
          return { ...(await signIn.signIn(request)), signature }
        },
      },
    }),
  ),
]

/** Transactions that are signed without being sent, wrongly. */
const brokenTransactions: readonly BrokenPlugin[] = [
  brokenCapability(['answers signed bytes as text', signs, 'sign()'], () => ({
    signTransaction: { sign: async () => '0x00' as never },
  })),
  brokenCapability(
    ['answers the transaction that it was given', signs, 'a transaction signed by the account'],
    ({ signTransaction }) => ({
      signTransaction: {
        async sign(request) {
          await signTransaction.sign(request)
          return request.transaction
        },
      },
    }),
  ),
  brokenCapability(
    ['signs in place of the bytes it was given', signs, 'the bytes that were given to stay as they are'],
    ({ signTransaction }) => ({
      signTransaction: {
        async sign(request) {
          const signed = await signTransaction.sign(request)
          request.transaction.fill(0)
          return signed
        },
      },
    }),
  ),
  brokenCapability(
    ['asks twice for one transaction', signs, 'sign() of SignTransaction to open the wallet once'],
    ({ signTransaction }) => ({
      signTransaction: {
        async sign(request) {
          await signTransaction.sign(request)
          return signTransaction.sign(request)
        },
      },
    }),
  ),
  brokenCapability(
    [
      'tells a refused transaction in its own words',
      rejects,
      'one of our errors of sign() of SignTransaction',
    ],
    ({ signTransaction }) => ({
      signTransaction: {
        sign: (request) => signTransaction.sign(request).catch(() => Promise.reject(new Error('declined'))),
      },
    }),
  ),
  brokenCapability(
    ['takes rubbish for signed bytes', noBytes, 'sign() of SignTransaction when the wallet answers'],
    () => ({
      signTransaction: {
        sign: async ({ provider }) => new TextEncoder().encode(String(await ask(provider, 'transaction'))),
      },
    }),
  ),
]

/** Faults with a wallet's assets, with networks that it's asked for, and with sessions. */
const brokenWalletReads: readonly BrokenPlugin[] = [
  brokenCapability(
    ['tells assets with amounts as numbers', assets, 'every asset of read() of WalletAssets'],
    () => ({
      assets: { read: async () => [{ name: 'Example', amount: { ...coins(0n), value: 1 as never } }] },
    }),
  ),
  brokenCapability(['tells an asset twice', assets, 'each asset once, found the coin twice'], () => ({
    assets: { read: async () => [1n, 2n].map((value) => ({ name: 'Example', amount: coins(value) })) },
  })),
  brokenCapability(
    ['tells the coin in other decimals', assets, 'the coin of read() of WalletAssets in EX'],
    () => ({
      assets: { read: async () => [{ name: 'Example', amount: { ...coins(1n), decimals: 18 } }] },
    }),
  ),
  brokenCapability(
    [
      'opens the wallet to read its assets',
      assets,
      'read() of "latchkey.capability.walletAssets/1" to open no wallet',
    ],
    () => ({
      assets: {
        async read({ provider }) {
          await ask(provider, 'assets')
          return []
        },
      },
    }),
  ),
  brokenCapability(['never says what the wallet holds', assets, 'to settle'], () => ({
    assets: { read: () => never() },
  })),
  brokenCapability(
    ['names no method to ask for a network by', methods, '`methods` of RequestNetwork'],
    (right) => ({
      requestNetwork: { ...right.requestNetwork, methods: [] },
    }),
  ),
  brokenCapability(
    ['asks for a network by a method that it doesn’t name', methods, 'found addNetwork'],
    ({ requestNetwork }) => ({
      requestNetwork: {
        ...requestNetwork,
        request: async ({ ask: send }) => void (await send({ method: 'addNetwork', params: 1 })),
      },
    }),
  ),
  brokenCapability(
    [
      'says that a wallet agreed which it never asked',
      methods,
      'request() of RequestNetwork to ask the wallet',
    ],
    ({ requestNetwork }) => ({ requestNetwork: { ...requestNetwork, request: async () => {} } }),
  ),
  brokenCapability(
    ['asks a wallet by what it doesn’t allow', allowsNothing, 'nothing to be asked, found switchNetwork'],
    ({ requestNetwork }) => ({
      requestNetwork: {
        ...requestNetwork,
        async request(request) {
          await request.ask({ method: 'switchNetwork', params: 1 })
          return requestNetwork.request(request)
        },
      },
    }),
  ),
  brokenCapability(
    ['tells a refused network in its own words', rejects, 'one of our errors of request() of RequestNetwork'],
    ({ requestNetwork }) => ({
      requestNetwork: {
        ...requestNetwork,
        request: (request) =>
          requestNetwork.request(request).catch(() => Promise.reject(new Error('declined'))),
      },
    }),
  ),
  brokenCapability(
    ['takes a refused network for an agreed one', rejects, 'request() of RequestNetwork to reject'],
    ({ requestNetwork }) => ({
      requestNetwork: {
        ...requestNetwork,
        request: (request) => requestNetwork.request(request).catch(() => {}),
      },
    }),
  ),
  brokenCapability(
    [
      'asks a session before the app does',
      remote,
      'nothing to be asked of the wallet while a provider is made',
    ],
    () => ({
      remote: {
        load: async () => ({
          createProvider(session) {
            void session.request({ method: 'accounts' })
            return {}
          },
        }),
      },
    }),
  ),
  brokenCapability(
    ['makes no provider of a session', remote, 'createProvider() to answer a provider'],
    () => ({
      remote: { load: async () => ({ createProvider: () => undefined }) },
    }),
  ),
  brokenCapability(['answers no adapter', remote, 'load().createProvider'], () => ({
    remote: { load: async () => ({}) as never },
  })),
  brokenCapability(
    ['takes each account for a contract', kinds, 'kindOf() to say "eoa"'],
    ({ remote: right }) => ({
      remote: { load: async () => ({ ...(await right.load()), kindOf: () => 'smart' }) },
    }),
  ),
]

/** Faults with the rest that a wallet does, beyond sending and signing texts. */
export const brokenWallets: readonly BrokenPlugin[] = [
  ...brokenSignIns,
  ...brokenTransactions,
  ...brokenWalletReads,
]
