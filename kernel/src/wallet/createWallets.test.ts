import { describe, expect, it } from 'vitest'
import { appWith, settle } from '../../test/appWith.js'
import { type SignMessageRequest, SignMessage } from '../contracts/capabilities/signMessage.js'
import { type FollowRequest, Send } from '../contracts/capabilities/send.js'
import { capability } from '../keys/capability.js'
import { providerKey } from '../keys/providerKey.js'
import { token } from '../keys/token.js'
import { fakeAccount, fakeNamespace, fakeWallet, type FakeWalletOptions } from '../testing/index.js'
import { BaseError } from '../errors/base.js'
import type { Connection } from '../contracts/points/connector.js'
import { Namespace } from '../contracts/points/namespace.js'
import { type ActiveWallet, Wallets } from './activeWallet.js'
import { createWallets } from './createWallets.js'
import { guardProvider } from './guardProvider.js'
import type { WalletCode } from './walletCodeSource.js'

interface Signer {
  readonly wallet: string
  readonly namespace: string
}
const isSigner = (value: unknown): value is Signer => typeof (value as Signer).wallet === 'string'
const EvmSigner = providerKey<Signer>('eip155', isSigner)

const evmAccount = fakeAccount('eip155:1', '0xa')
const otherAccount = fakeAccount('eip155:1', '0xb')
const solanaAccount = fakeAccount('solana:1', 'So')

function chains() {
  const asked: SignMessageRequest[] = []
  const followed: FollowRequest[] = []
  const sign = async (request: SignMessageRequest) => {
    asked.push(request)
    return { signature: 'signed', type: 'test' }
  }
  const evm = fakeNamespace('eip155', ['1', '2'], {
    capabilities: [
      capability(SignMessage, EvmSigner, { sign }),
      capability(Send, {
        tokens: true,
        prepare: () => Promise.reject(new Error('Not asked for.')),
        maximum: () => Promise.reject(new Error('Not asked for.')),
        follow: async (request) => {
          followed.push(request)
          return { id: request.id, wait: async () => ({ status: 'confirmed' }) }
        },
      }),
    ],
  })
  const solana = fakeNamespace('solana', ['1', '2'], { capabilities: [] })
  return { asked, followed, namespaces: [evm, solana] }
}

async function connected(options: Partial<FakeWalletOptions> = {}) {
  const { asked, followed, namespaces } = chains()
  const wallet = fakeWallet({
    accounts: [evmAccount, otherAccount, solanaAccount],
    networks: { eip155: 'eip155:1' },
    answers: { connect: 'approve', switchNetwork: 'approve', disconnect: 'approve' },
    ...options,
  })
  const app = appWith({ wallets: [wallet], namespaces })
  await app.kernel.start()
  await app.session.connect({ connectorId: wallet.connector.id })
  return { ...app, wallet, asked, followed, wallets: app.kernel.get(Wallets) }
}

const walletOf = (wallet: ActiveWallet | undefined): ActiveWallet => {
  if (!wallet) throw new Error('No wallet is active.')
  return wallet
}

describe('the active wallet', () => {
  it('is none before a wallet is connected, and after it has left', async () => {
    const { namespaces } = chains()
    const { kernel } = appWith({ namespaces })
    expect(kernel.get(Wallets).active()).toBeUndefined()
    const { wallets, session } = await connected()
    expect(wallets.active('bip122')).toBeUndefined()
    await session.disconnect()
    expect(wallets.active('eip155')).toBeUndefined()
  })

  it('says account, network and connection of the active namespace, or of the one asked for', async () => {
    const { wallets, session } = await connected()
    expect(wallets.active()).toMatchObject({
      namespace: 'eip155',
      account: evmAccount,
      accountId: 'eip155:1:0xa',
      networkId: 'eip155:1',
      network: { id: 'eip155:1' },
      connection: { connectorId: 'fake.wallet' },
    })
    expect(wallets.active('solana')).toMatchObject({ accountId: 'solana:1:So', networkId: 'solana:1' })
    session.setActiveNamespace('solana')
    expect(wallets.active()?.namespace).toBe('solana')
    expect(wallets.list().map(({ accountId }) => accountId)).toEqual(['eip155:1:0xa', 'solana:1:So'])
  })

  it('has the account id of the network it is on, whatever network the account was read on', async () => {
    const { wallets, networks } = await connected()
    await networks.switch('eip155:2')
    expect(wallets.active('eip155')).toMatchObject({ accountId: 'eip155:2:0xa', networkId: 'eip155:2' })
  })

  it('has no network while the wallet is on one that the host does not list', async () => {
    const { wallets } = await connected({
      networks: { eip155: 'eip155:99' },
      answers: { connect: 'approve', switchNetwork: 'reject' },
    })
    expect(wallets.active('eip155')).toMatchObject({ networkId: 'eip155:99', network: undefined })
  })
})

it('is the same object until something of it changes', async () => {
  const { wallets, networks, session } = await connected()
  const first = wallets.active('eip155')
  session.forgetRecent('fake.wallet')
  expect(wallets.active('eip155')).toBe(first)
  await networks.switch('eip155:2')
  expect(wallets.active('eip155')).not.toBe(first)
})

describe('a capability', () => {
  it('gets account, network and provider filled in', async () => {
    const { wallets, asked } = await connected()
    const signer = walletOf(wallets.active('eip155')).use(SignMessage)
    expect(await signer?.sign({ message: 'hello' })).toEqual({ signature: 'signed', type: 'test' })
    expect(asked).toEqual([
      expect.objectContaining({
        account: evmAccount,
        networkId: 'eip155:1',
        provider: { wallet: 'fake.wallet', namespace: 'eip155' },
        message: 'hello',
      }),
    ])
  })

  it('keeps what a request names itself, and what is no function', async () => {
    const { wallets, followed } = await connected()
    const send = walletOf(wallets.active('eip155')).use(Send)
    expect(send?.tokens).toBe(true)
    await send?.follow?.({ networkId: 'eip155:2', from: '0xb', id: '1', sentAt: 0 })
    expect(followed).toEqual([expect.objectContaining({ networkId: 'eip155:2', from: '0xb', id: '1' })])
  })

  it('is refused with the reason where the chain lacks it', async () => {
    const { wallets } = await connected()
    const wallet = walletOf(wallets.active('solana'))
    expect(wallet.use(SignMessage)).toBeUndefined()
    expect(wallet.refusal(SignMessage)).toMatchObject({
      code: 'CAPABILITY_MISSING',
      shortMessage: 'This isn’t possible on Chains of solana.',
    })
    expect(walletOf(wallets.active('eip155')).refusal(SignMessage)).toBeUndefined()
  })

  it('is refused with the reason where the wallet says it cannot', async () => {
    const { wallets } = await connected({ supports: ({ id }) => id !== SignMessage.id })
    const wallet = walletOf(wallets.active('eip155'))
    expect(wallet.use(SignMessage)).toBeUndefined()
    expect(wallet.refusal(SignMessage)).toMatchObject({
      code: 'CAPABILITY_REFUSED',
      shortMessage: 'This wallet can’t do this. Try another wallet.',
    })
    expect(wallet.use(Send)).toBeDefined()
  })

  const throwing = new Proxy({}, { get: () => { throw new Error('Do not look.') } }) // biome-ignore format: one line
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['another form', { wallet: 7 }],
    ['one that throws when it is looked at', throwing],
  ])('never sees a provider that is %s', async (_, value) => {
    const { wallets, asked } = await connected({ provider: () => value })
    const wallet = walletOf(wallets.active('eip155'))
    expect(wallet.use(SignMessage)).toBeUndefined()
    expect(wallet.provider(EvmSigner)).toBeUndefined()
    expect(wallet.refusal(SignMessage)?.code).toBe('CAPABILITY_REFUSED')
    expect(asked).toEqual([])
  })

  it('that was kept rejects once the wallet has left, and asks nothing', async () => {
    const { wallets, session, asked } = await connected()
    const wallet = walletOf(wallets.active('eip155'))
    const signer = wallet.use(SignMessage)
    await session.disconnect()
    await expect(signer?.sign({ message: 'late' })).rejects.toMatchObject({ code: 'CONNECTION_NOT_FOUND' })
    expect(wallet.refusal(SignMessage)?.code).toBe('CONNECTION_NOT_FOUND')
    expect(asked).toEqual([])
  })
})

describe('a provider that was handed out', () => {
  /** A wallet of a class, with what the wallets of each chain have: nested features, lists, bytes, listeners. */
  class FakeProvider {
    readonly #asked: string[]
    readonly accounts = Object.freeze([{ address: 'a', publicKey: Uint8Array.of(1) }])
    readonly features = Object.freeze({ 'x:sign': Object.freeze({ sign: async () => this.#note('sign') }) })
    readonly signer = { signRaw: async () => this.#note('signRaw') }
    readonly listeners = new Set<unknown>()
    constructor(asked: string[]) {
      this.#asked = asked
    }
    #note(what: string) {
      this.#asked.push(what)
      return what
    }
    async request({ method }: { method: string }) {
      return this.#note(method)
    }
    sign = async () => this.#note('own sign')
    isConnected() {
      return true
    }
    on(_event: string, listener: unknown) {
      this.listeners.add(listener)
      return this
    }
    removeListener(_event: string, listener: unknown) {
      this.listeners.delete(listener)
      return this
    }
  }
  const left = { code: 'CONNECTION_NOT_FOUND' }

  async function handedOut() {
    const asked: string[] = []
    const real = new FakeProvider(asked)
    const app = await connected({ provider: () => real })
    const key = providerKey<FakeProvider>('eip155')
    const provider = walletOf(app.wallets.active('eip155')).provider(key)
    if (!provider) throw new Error('There is no provider.')
    return { ...app, asked, real, provider, key }
  }

  it('is the wallet’s own while it is connected', async () => {
    const { asked, real, provider, key, session, wallets } = await handedOut()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('eth_chainId')
    const { request } = provider
    expect(await request({ method: 'unbound' })).toBe('unbound')
    expect(await provider.features['x:sign'].sign()).toBe('sign')
    expect(await provider.signer.signRaw()).toBe('signRaw')
    expect(asked).toEqual(['eth_chainId', 'unbound', 'sign', 'signRaw'])
    expect(provider.accounts).toBe(real.accounts)
    expect(provider).toBeInstanceOf(FakeProvider)
    expect('x:sign' in provider.features).toBe(true)
    expect(Object.keys(provider)).toEqual(Object.keys(real))
    expect(Object.keys(provider.features)).toEqual(['x:sign'])
    expect(await { ...provider }.sign()).toBe('own sign')
    expect(walletOf(wallets.active('eip155')).provider(key)).toBe(provider)
    expect(session.provider(key)).toBe(provider)
    expect(provider.features).toBe(provider.features)
    expect(provider.request).toBe(provider.request)
  })

  it('rejects once the wallet has left, with everything that was taken from it, and asks nothing', async () => {
    const { asked, provider, session } = await handedOut()
    const { request, features, signer } = provider
    const copy = { ...provider }
    const described = Object.getOwnPropertyDescriptor(provider, 'sign')?.value
    const chained = provider.on('accountsChanged', () => {})
    await session.disconnect()
    for (const ask of [
      () => provider.request({ method: 'eth_sign' }),
      () => request({ method: 'eth_sign' }),
      () => Reflect.apply(request, {}, [{ method: 'eth_sign' }]),
      () => chained.request({ method: 'eth_sign' }),
      () => features['x:sign'].sign(),
      () => signer.signRaw(),
      () => copy.sign(),
      () => described(),
    ]) {
      await expect(ask()).rejects.toMatchObject(left)
    }
    expect(asked).toEqual([])
  })

  it('lets listeners be taken off after the end', async () => {
    const { provider, real, session } = await handedOut()
    const listener = () => {}
    provider.on('accountsChanged', listener)
    await session.disconnect()
    expect(provider.removeListener('accountsChanged', listener)).toBe(provider)
    expect(real.listeners.size).toBe(0)
  })

  it('says that it is not connected once the wallet has left, and is still an object', async () => {
    const { provider, session } = await handedOut()
    expect(provider.isConnected()).toBe(true)
    const before = String(provider)
    await session.disconnect()
    expect(provider.isConnected()).toBe(false)
    expect(String(provider)).toBe(before)
    expect(Object.hasOwn(provider, 'sign')).toBe(true)
  })

  it('of an earlier connection stays over when the wallet is connected again', async () => {
    const { provider, session, wallets, key, wallet } = await handedOut()
    await session.disconnect()
    await session.connect({ connectorId: wallet.connector.id })
    await expect(provider.request({ method: 'eth_sign' })).rejects.toMatchObject(left)
    const again = walletOf(wallets.active('eip155')).provider(key)
    expect(again).not.toBe(provider)
    expect(await again?.request({ method: 'eth_chainId' })).toBe('eth_chainId')
  })

  it('stays as it is when an SDK makes an object of its own from it', async () => {
    const { asked, provider, real } = await handedOut()
    const own: FakeProvider = Object.create(provider)
    own.request = (given) => provider.request(given)
    expect(await own.request({ method: 'eth_chainId' })).toBe('eth_chainId')
    expect(Object.keys(real)).not.toContain('request')
    const traced: FakeProvider = new Proxy(provider, {})
    traced.sign = async () => 'traced'
    expect(await traced.sign()).toBe('traced')
    Object.defineProperty(provider, 'chainId', { value: '0x1' })
    expect(Reflect.get(provider, 'chainId')).toBe('0x1')
    expect(Object.keys({ ...provider })).toEqual(Object.keys(real))
    expect(asked).toEqual(['eth_chainId'])
  })

  it('of two namespaces ends for each when the wallet leaves it, though it is one object', async () => {
    const asked: string[] = []
    const real = new FakeProvider(asked)
    const served = new Set(['eip155', 'solana'])
    const connection = { provider: (id: string) => (served.has(id) ? real : undefined) } as Connection
    const handOut = (namespace: string) => {
      const place = { connectionId: 'both', namespace, live: () => connection }
      return guardProvider(real, place) as FakeProvider
    }
    const [evm, solana] = [handOut('eip155'), handOut('solana')]
    served.delete('eip155')
    await expect(evm.request({ method: 'eth_sign' })).rejects.toMatchObject(left)
    expect(await solana.request({ method: 'signMessage' })).toBe('signMessage')
    expect(asked).toEqual(['signMessage'])
  })

  it('rejects once the kernel is disposed', async () => {
    const { provider, kernel } = await handedOut()
    await kernel.dispose()
    await expect(provider.request({ method: 'eth_sign' })).rejects.toMatchObject(left)
  })
})

describe('a target', () => {
  it('finds its wallet again on its own network, whichever account is active by then', async () => {
    const { wallets, session } = await connected()
    const { target, connection } = walletOf(wallets.active('eip155'))
    session.setActiveAccount({
      namespace: 'eip155',
      connectionId: connection.id,
      accountId: otherAccount.id,
    })
    expect(wallets.active('eip155')?.account.address).toBe('0xb')
    expect(wallets.find(JSON.parse(JSON.stringify(target)))?.accountId).toBe('eip155:1:0xa')
    expect(wallets.find({ ...target, networkId: 'eip155:2' })?.accountId).toBe('eip155:2:0xa')
  })

  it('finds whichever wallet has the account where no connection is named, the active one first', async () => {
    const { wallets, session, announce } = await connected()
    const second = fakeWallet({
      id: 'fake.second',
      accounts: [evmAccount],
      networks: { eip155: 'eip155:1' },
      answers: { connect: 'approve' },
    })
    announce(second)
    const question = { namespace: 'eip155', networkId: 'eip155:2' } as const
    const nameOf = (address: string) => wallets.find({ ...question, address })?.connection.connectorId
    expect([nameOf('0xa'), nameOf('0xb')]).toEqual(['fake.wallet', 'fake.wallet'])
    await session.connect({ connectorId: second.connector.id })
    expect([nameOf('0xa'), nameOf('0xb'), nameOf('0xc')]).toEqual(['fake.second', 'fake.wallet', undefined])
    const target = { ...question, address: '0xb', connectionId: session.state.connections[0]?.id }
    expect(wallets.find({ ...question, address: '0xb' })?.target).toEqual(target)
  })

  it('finds nothing for an account, a connection or a namespace that is gone', async () => {
    const { wallets } = await connected()
    const { target } = walletOf(wallets.active('eip155'))
    expect(wallets.find({ ...target, address: '0xc' })).toBeUndefined()
    expect(wallets.find({ ...target, connectionId: 'other' })).toBeUndefined()
    expect(wallets.find({ ...target, namespace: 'bip122' })).toBeUndefined()
  })
})

describe('following', () => {
  it('tells the wallet at once and after each change of account, network and connection, and nothing else', async () => {
    const { wallets, session, networks, wallet } = await connected()
    const told: (string | undefined)[] = []
    const stop = wallets.follow((next) => told.push(next?.accountId))
    const step = async (action: () => unknown) => {
      await action()
      await settle()
    }
    await step(() => networks.switch('eip155:2'))
    await step(() => wallet.report({ accounts: [otherAccount, solanaAccount] }))
    await step(() => session.setActiveNamespace('solana'))
    const before = told.length
    await step(() => session.forgetRecent('fake.wallet'))
    expect(told.length).toBe(before)
    await step(() => session.disconnect())
    stop()
    await step(() => session.connect({ connectorId: wallet.connector.id }))
    // Connection and network change one after the other, so that one step may be told twice.
    const steps = told.filter((id, index) => index === 0 || id !== told[index - 1])
    expect(steps).toEqual(['eip155:1:0xa', 'eip155:2:0xa', 'eip155:2:0xb', 'solana:1:So', undefined])
  })

  it('of one namespace is not told of another', async () => {
    const { wallets, session } = await connected()
    const told: (string | undefined)[] = []
    wallets.follow((next) => told.push(next?.accountId), 'solana')
    session.setActiveNamespace('solana')
    await settle()
    expect(told).toEqual(['solana:1:So'])
  })
})

describe('with a session that connects without the kernel’s code', () => {
  async function foreign() {
    const app = await connected()
    const loads: { resolve(code: WalletCode): void; reject(error: unknown): void }[] = []
    const told: unknown[][] = []
    const source: { current: WalletCode | undefined; load(): Promise<WalletCode> } = {
      current: undefined,
      load: () => new Promise((resolve, reject) => void loads.push({ resolve, reject })),
    }
    const note = (...given: unknown[]) => void told.push(given)
    const wallets = createWallets({
      session: app.session,
      networks: app.networks,
      log: { error: note, warn: note, info: note, debug: note },
      code: source,
      namespaces: () => app.kernel.list(Namespace),
      subscribe: app.kernel.subscribe,
    })
    const finish = async () => {
      source.current = await import('./walletCode.js')
      loads.at(-1)?.resolve(source.current)
      await settle()
    }
    return { ...app, wallets, loads, told, finish }
  }

  it('loads the code once, and tells who follows when the wallet is there', async () => {
    const { wallets, loads, finish } = await foreign()
    const heard: (string | undefined)[] = []
    wallets.follow((wallet) => heard.push(wallet?.accountId), 'eip155')
    expect([wallets.active('eip155'), wallets.list()]).toEqual([undefined, []])
    expect(loads).toHaveLength(1)
    await finish()
    expect(heard).toEqual([undefined, 'eip155:1:0xa'])
    expect(await wallets.active('eip155')?.use(SignMessage)?.sign({ message: 'x' })).toBeDefined()
  })

  it('logs a load that fails, says why, and tries again when it is asked again', async () => {
    const { wallets, loads, told, finish } = await foreign()
    expect(wallets.active('eip155')).toBeUndefined()
    expect(wallets.problem).toBeUndefined()
    const failure = new BaseError('It could not be loaded.', { code: 'LOAD_FAILED' })
    loads[0]?.reject(failure)
    await settle()
    expect(wallets.problem).toBe(failure)
    expect(told).toEqual([[expect.stringMatching(/its code/), failure]])
    expect(loads).toHaveLength(1)
    expect(wallets.active('eip155')).toBeUndefined()
    expect(loads).toHaveLength(2)
    await finish()
    expect(wallets.problem).toBeUndefined()
    expect(wallets.active('eip155')?.accountId).toBe('eip155:1:0xa')
  })

  it('stays whole when one who follows throws', async () => {
    const { wallets, told, finish } = await foreign()
    const heard: unknown[] = []
    wallets.follow((wallet) => {
      if (wallet) throw new Error('Mine.')
    }, 'eip155')
    wallets.follow((wallet) => heard.push(wallet?.namespace), 'eip155')
    await finish()
    expect(heard).toEqual([undefined, 'eip155'])
    expect(told).toHaveLength(1)
  })
})

describe('without a wallet', () => {
  it('finds what a chain can do, and its namespace', () => {
    const { namespaces } = chains()
    const wallets = appWith({ namespaces }).kernel.get(Wallets)
    expect(wallets.chain('eip155:1', SignMessage)).toBe(namespaces[0]?.capabilities[0]?.value)
    expect(wallets.chain('solana:1', SignMessage)).toBeUndefined()
    expect(wallets.chain('bip122:1', SignMessage)).toBeUndefined()
    expect(wallets.chain('eip155:1', token('example.other'))).toBeUndefined()
    expect(wallets.namespace('eip155:1:0xa')?.id).toBe('eip155')
    expect(wallets.namespace('bip122')).toBeUndefined()
  })
})
