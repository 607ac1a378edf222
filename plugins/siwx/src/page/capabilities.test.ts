// The ways to sign in that are not a text to sign: the wallet's own feature, one step with connecting, the older sign-in.
import { BaseError, Connector, definePlugin, Namespace } from '@latchkey/kernel/plugin'
import {
  plainWords,
  capability,
  SignIn,
  SignInOnConnect,
  type SignInRequest,
} from '@latchkey/kernel/contracts'
import { fakeAccount, fakeNamespace, fakeWallet } from '@latchkey/kernel/testing'
import { describe, expect, it, vi } from 'vitest'
import { account, alice, bob, evmWallet, keys, settle, signInApp } from '../../test/signInApp.js'
import {
  encodeRecap,
  formatText,
  type SiweConfig,
  type SiweSession,
  type SiwxStorageService,
  solanaProfile,
  statementWithRecap,
} from '../index.js'

const wait = (app: Awaited<ReturnType<typeof signInApp>>, status: string) =>
  vi.waitFor(() => expect(app.siwx.status).toBe(status), 10_000)

describe('a namespace with a sign-in feature', () => {
  const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
  const address = '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK'

  async function connected(change: (input: SignInRequest['input']) => SignInRequest['input']) {
    const requests: SignInRequest[] = []
    const wallet = fakeWallet({
      id: 'sol',
      accounts: [fakeAccount(mainnet, address)],
      answers: { connect: 'approve', disconnect: 'approve' },
    })
    const plugin = definePlugin({
      id: 'test.signIn',
      kernel: '^1.0.0',
      setup(context) {
        context.add(Connector, wallet.connector)
        context.add(
          Namespace,
          fakeNamespace('sol-test', ['1'], {
            capabilities: [
              capability(SignIn, {
                async signIn(request) {
                  requests.push(request)
                  const { grammar } = solanaProfile()
                  const message = formatText(
                    { accountKind: 'Solana', ...change(request.input) } as never,
                    grammar,
                  )
                  const signedMessage = new TextEncoder().encode(message)
                  return { address, message, signedMessage, signature: '2'.repeat(88), type: 'ed25519' }
                },
              }),
            ],
          }),
        )
      },
    })
    return { requests, plugin, wallet }
  }

  it.each([
    ['the same text', (input: SignInRequest['input']) => input, true],
    ['another domain', (input: SignInRequest['input']) => ({ ...input, domain: 'evil.example' }), false],
    ['another nonce', (input: SignInRequest['input']) => ({ ...input, nonce: 'abcdefgh12345' }), false],
  ])('asks once, and believes %s or not', async (_, change, holds) => {
    const { requests, plugin } = await connected(change)
    const profile = { ...solanaProfile(), namespace: 'sol-test', printChain: () => 'mainnet' }
    const readChain = () => 'sol-test:1'
    const app = await signInApp({
      siwx: { profiles: [{ ...profile, readChain }] },
      plugins: [plugin],
      wallets: [
        fakeWallet({
          id: 'other',
          accounts: [fakeAccount('sol-test:1', address)],
          answers: { connect: 'approve', disconnect: 'approve' },
        }),
      ],
    })
    await app.connect('other')
    expect(app.view()).toBe('SIWXSignMessage')
    expect(await app.sign()).toBe(holds)
    expect(requests).toHaveLength(1)
    expect(requests[0]?.input).toMatchObject({
      domain: 'app.example',
      address,
      chainId: 'mainnet',
      version: '1',
    })
    expect(app.asked).toEqual([])
    expect(app.siwx.state.error?.code).toBe(holds ? undefined : 'SIWX_TEXT_CHANGED')
  })
})

describe('signing in while connecting', () => {
  const networkIds = ['eip155:1', 'eip155:2'] as const
  const { signal } = new AbortController()
  const loading = (app: Awaited<ReturnType<typeof signInApp>>) =>
    app.notifications.state.toasts
      .filter(({ visible }) => visible)
      .map(({ message, type }) => [plainWords(message), type])

  it('is one step only where every chain is eip155', async () => {
    const app = await signInApp()
    const service = app.kernel.get(SignInOnConnect)
    for (const ids of [[], ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']] as const) {
      expect(await service.prepare({ networkIds: ids, signal })).toBeUndefined()
    }
    expect(await service.prepare({ networkIds, signal: AbortSignal.abort() })).toBeUndefined()
    expect(loading(app)).toEqual([])
  })

  it('is not one step where a storage has its own text, or does not sign in a network', async () => {
    const storage: SiwxStorageService = { list: () => [], add: async () => {}, remove: async () => {} }
    const others: readonly Partial<SiwxStorageService>[] = [
      { createMessage: async () => 'own' },
      { covers: (id) => id !== 'eip155:2' },
    ]
    for (const own of others) {
      const app = await signInApp({ siwx: { storage: { ...storage, ...own } } })
      expect(await app.kernel.get(SignInOnConnect).prepare({ networkIds, signal })).toBeUndefined()
    }
  })

  it('stores every session of the CACAOs, and does not ask after connecting', async () => {
    const app = await signInApp({ siwx: { required: true } })
    const step = await app.kernel.get(SignInOnConnect).prepare({ networkIds, signal })
    expect(loading(app)).toEqual([['Authenticating...', 'loading']])
    const request = step!.request
    expect(request).toMatchObject({ domain: 'app.example', chainIds: networkIds, version: '1' })
    const cacaos = await Promise.all(
      networkIds.map(async (id) => ({
        h: { t: 'caip122' },
        p: {
          iss: `did:pkh:${id}:${alice}`,
          aud: request.uri,
          domain: request.domain,
          version: '1',
          nonce: request.nonce,
          iat: request.issuedAt,
        },
        s: { t: 'eip191', s: await keys[0]!.signMessage({ message: step!.message(`${id}:${alice}`) }) },
      })),
    )
    await step!.complete({ cacaos })
    expect(loading(app)).toEqual([])
    expect(app.events.filter(({ id }) => id === 'SIWX_AUTH_SUCCESS').map(({ payload }) => payload)).toEqual(
      networkIds.map((networkId) => ({ networkId, isSmartAccount: false })),
    )
    await app.connect()
    expect([app.view(), app.siwx.status]).toEqual([undefined, 'signedIn'])
    const sessions = await app.siwx.getSessions()
    expect(sessions.map(({ accountId }) => accountId)).toEqual(networkIds.map((id) => `${id}:${alice}`))
    expect(sessions[0]?.session).toEqual({
      accountId: `eip155:1:${alice}`,
      data: { ...request, chainIds: undefined, chainId: 'eip155:1', accountAddress: alice },
      message: step!.message(`eip155:1:${alice}`),
      signature: cacaos[0]?.s.s,
      signatureType: 'eip191',
      cacao: cacaos[0],
    })
  })

  it('passes on what the storage refuses with, stores nothing and tells the person', async () => {
    const refusal = new BaseError('You are not on the list.', { code: 'NOT_LISTED' })
    const storage: SiwxStorageService = {
      list: () => [],
      add: () => Promise.reject(refusal),
      remove: async () => {},
    }
    const app = await signInApp({ siwx: { required: true, storage } })
    const step = await app.kernel.get(SignInOnConnect).prepare({ networkIds, signal })
    const signed = { accountId: `eip155:1:${alice}`, signature: '0x00' } as const
    await expect(step!.complete({ signed })).rejects.toBe(refusal)
    expect(loading(app)).toEqual([])
    expect(app.events.find(({ id }) => id === 'SIWX_AUTH_ERROR')?.payload).toMatchObject({
      networkId: 'eip155:1',
      code: 'NOT_LISTED',
    })
    expect(app.notifications.state.snackbar).toMatchObject({
      open: true,
      message: { section: 'errors', text: 'You are not on the list.' },
      variant: 'error',
    })
  })

  it('stores nothing once the connecting was given up', async () => {
    const app = await signInApp()
    const connecting = new AbortController()
    const step = await app.kernel.get(SignInOnConnect).prepare({ networkIds, signal: connecting.signal })
    connecting.abort()
    expect(loading(app)).toEqual([])
    const signed = { accountId: `eip155:1:${alice}`, signature: '0x00' } as const
    await expect(step!.complete({ signed })).rejects.toMatchObject({ name: 'AbortError' })
    expect(await app.siwx.getSessions()).toEqual([])
    expect(app.notifications.state.snackbar.open).toBe(false)
  })

  it('says why when there is no nonce, and shows nothing any more', async () => {
    const app = await signInApp({
      siwx: {
        storage: {
          nonce: () => Promise.reject(new Error('down')),
          list: () => [],
          add: async () => {},
          remove: async () => {},
        },
      },
    })
    const preparing = app.kernel.get(SignInOnConnect).prepare({ networkIds, signal })
    await expect(preparing).rejects.toThrow('down')
    expect(loading(app)).toEqual([])
  })

  it('takes a ReCap that the wallet added, and no other change of statement or resources', async () => {
    const statement = 'Sign in to the example.'
    const app = await signInApp({ siwx: { statement, resources: ['https://app.example/terms'] } })
    const recap = { att: { 'eip155:1': { 'request/personal_sign': [{}] } } }
    const answers: readonly (readonly [over: object, holds: boolean])[] = [
      [{ statement: 'Sign in to another.' }, false],
      [{ statement: undefined }, false],
      [{ resources: ['https://evil.example'] }, false],
      [{ resources: undefined }, false],
      [
        {
          statement: statementWithRecap(statement, recap),
          resources: ['https://app.example/terms', encodeRecap(recap)],
        },
        true,
      ],
    ]
    for (const [over, holds] of answers) {
      const step = await app.kernel.get(SignInOnConnect).prepare({ networkIds, signal })
      const { nonce, resources } = step!.request
      const completing = step!.complete({ cacaos: [cacao({ nonce, statement, resources, ...over })] })
      if (holds) await completing
      else await expect(completing).rejects.toMatchObject({ code: 'SIWX_ANSWER_INVALID' })
    }
  })

  it('takes one text of a wallet that logs in and signs in at once', async () => {
    const app = await signInApp()
    const step = await app.kernel.get(SignInOnConnect).prepare({ networkIds, signal })
    const id = `eip155:1:${alice}` as const
    await step!.complete({
      signed: { accountId: id, signature: await keys[0]!.signMessage({ message: step!.message(id) }) },
    })
    await app.connect()
    expect(app.siwx.status).toBe('signedIn')
  })

  it.each([
    ['no CACAO', () => []],
    ['something else', () => [{ p: {} }]],
    ['another chain', () => [cacao({ iss: `did:pkh:eip155:5:${alice}` })]],
    ['another nonce', () => [cacao({ nonce: 'abcdefgh12345' })]],
    ['another domain', () => [cacao({ domain: 'evil.example' })]],
  ])('refuses %s, stores nothing and tells the person', async (_, cacaos) => {
    const app = await signInApp({ siwx: { required: true } })
    const step = await app.kernel.get(SignInOnConnect).prepare({ networkIds, signal })
    const answer = step!.complete({ cacaos: cacaos() })
    await expect(answer).rejects.toMatchObject({ code: 'SIWX_ANSWER_INVALID' })
    expect(await app.siwx.getSessions()).toEqual([])
    expect(loading(app)).toEqual([])
    expect(app.notifications.state.snackbar.variant).toBe('error')
  })

  it('ends quietly when the wallet connects without signing', async () => {
    const app = await signInApp()
    const step = await app.kernel.get(SignInOnConnect).prepare({ networkIds, signal })
    step!.abandon()
    expect(loading(app)).toEqual([])
    await app.connect()
    expect(app.view()).toBe('SIWXSignMessage')
  })

  function cacao(over: object) {
    const p = {
      iss: `did:pkh:eip155:1:${alice}`,
      aud: 'https://app.example',
      domain: 'app.example',
      version: '1',
      nonce: 'zyxwvuts12345',
      iat: '2023-11-14T22:13:20.000Z',
      ...over,
    }
    return { h: { t: 'caip122' }, p, s: { t: 'eip191', s: '0x00' } }
  }
})

describe('a configuration of the older sign-in', () => {
  function legacy(over: Partial<SiweConfig> = {}) {
    let session: SiweSession | null = null
    const calls: string[] = []
    const config: SiweConfig = {
      getNonce: async () => 'abcdefgh12345',
      createMessage: ({ domain, address, chainId, nonce }) => `${domain} ${address} ${chainId} ${nonce}`,
      async verifyMessage({ message }) {
        const [, address = '', chainId] = message.split(' ')
        session = { address, chainId: Number(chainId) }
        return true
      },
      getSession: async () => session,
      async signOut() {
        session = null
        return true
      },
      getMessageParams: async () => ({ domain: 'app.example', uri: 'https://app.example' }),
      onSignIn: (given) => calls.push(`in ${given?.chainId}`),
      onSignOut: () => calls.push('out'),
      ...over,
    }
    return { config, calls }
  }
  const stubPage = () => vi.stubGlobal('location', new URL('https://app.example/page'))

  it('signs its own text, and by default ends the session that is left', async () => {
    stubPage()
    const { config, calls } = legacy()
    const app = await signInApp({ siwx: { siweConfig: config } })
    expect(app.siwx.state.required).toBe(true)
    await app.connect()
    await wait(app, 'signedOut')
    expect(await app.siwx.sign()).toBe(true)
    expect(app.asked[0]?.message).toBe(`app.example ${alice} 1 abcdefgh12345`)
    await app.networks.switch('eip155:2')
    await settle()
    await wait(app, 'signedOut')
    expect(await app.siwx.sign()).toBe(true)
    app.wallets[0]?.report({ accounts: [account(bob)] })
    await settle()
    await wait(app, 'signedOut')
    await app.session.disconnect()
    await settle()
    expect(calls).toEqual(['in 1', 'out', 'in 2', 'out'])
    vi.unstubAllGlobals()
  })

  it('honours its flags', async () => {
    stubPage()
    const { config, calls } = legacy({ signOutOnNetworkChange: false, signOutOnDisconnect: false })
    const app = await signInApp({ siwx: { siweConfig: config }, wallets: [evmWallet()] })
    await app.connect()
    await wait(app, 'signedOut')
    await app.siwx.sign()
    await app.networks.switch('eip155:2')
    await settle()
    await wait(app, 'signedOut')
    await app.session.disconnect()
    await settle()
    expect(calls).toEqual(['in 1'])
    vi.unstubAllGlobals()
  })

  it('leaves other namespaces alone', async () => {
    const { config } = legacy()
    const wallet = fakeWallet({
      id: 'sol',
      accounts: [fakeAccount('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'abc')],
      answers: { connect: 'approve', disconnect: 'approve' },
    })
    const app = await signInApp({ siwx: { siweConfig: config }, wallets: [wallet] })
    await app.connect('sol')
    expect([app.siwx.status, app.view(), await app.siwx.sign()]).toEqual(['notNeeded', undefined, true])
  })

  it('is told when its server refuses', async () => {
    stubPage()
    const { config } = legacy({ verifyMessage: async () => false })
    const app = await signInApp({ siwx: { siweConfig: config } })
    await app.connect()
    await wait(app, 'signedOut')
    expect(await app.siwx.sign()).toBe(false)
    expect(app.siwx.state.error?.code).toBe('SIWE_NOT_VERIFIED')
    vi.unstubAllGlobals()
  })
})
