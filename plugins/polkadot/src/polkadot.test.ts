import { Connector } from '@latchkey/kernel/plugin'
import { Session } from '@latchkey/kernel/wallet'
import { SignMessage } from '@latchkey/kernel/contracts'
import { fakeClock } from '@latchkey/kernel/testing'
import type { Kernel } from '@latchkey/kernel'
import { peopleOf } from './lazy/names/peopleOf.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import facts from '../vectors/networks.json' with { type: 'json' }
import { fakeInjected, type FakeInjected } from '../test/fakeInjected.js'
import { capabilityOf, createTestKernel, faultOf } from '../test/context.js'
import * as entry from './index.js'

const { definePolkadotNetwork, kusamaAssetHub, polkadot, polkadotAssetHub, westendAssetHub } = entry
const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const bob = '5FHneW46xGXgs5mUiveU4sbTyGBzmstUspZC92UhjJM694ty'
let page: EventTarget & { injectedWeb3?: Record<string, unknown> }
const kernels: Kernel[] = []

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('window', page)
})
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
  vi.unstubAllGlobals()
})

async function start(options: entry.PolkadotOptions = {}, kernelOptions = {}) {
  const kernel = createTestKernel({ networks: [polkadotAssetHub, kusamaAssetHub], ...options }, kernelOptions)
  kernels.push(kernel)
  await kernel.start()
  return kernel
}
const ids = (kernel: Kernel) => kernel.list(Connector).map(({ id }) => id)
const inject = (key: string, value: unknown) => {
  page.injectedWeb3 = { ...page.injectedWeb3, [key]: value }
}
const connectorId = 'polkadot.injected.talisman'

describe('discovery', () => {
  it('finds wallets that are there and that come late, by name, once each', async () => {
    const clock = fakeClock()
    inject('polkadot-js', fakeInjected().entry)
    inject('my-own_wallet', { connect: async () => ({}) })
    const wallets = { 'my-own_wallet': { icon: 'data:image/png;base64,AA==' } }
    const kernel = await start({ wallets }, { clock })
    inject('talisman', fakeInjected().entry)
    await clock.advance(300)
    await clock.advance(300)
    expect(kernel.list(Connector).map(({ id, name, icon }) => [id, name, icon])).toEqual([
      ['polkadot.injected.polkadot-js', 'Polkadot{.js}', undefined],
      ['polkadot.injected.my-own_wallet', 'My Own Wallet', 'data:image/png;base64,AA=='],
      [connectorId, 'Talisman', undefined],
    ])
    expect(kernel.list(Connector)[0]?.readiness()).toBe('installed')
    page.injectedWeb3 = {}
    expect(kernel.list(Connector)[0]?.readiness()).toBe('missing')
    await clock.advance(10_000)
    expect(clock.pending).toBe(0)
  })

  it('survives hostile pages', async () => {
    for (const [key, value] of Object.entries({ a: null, b: 1, c: {}, d: { enable: 1 } })) inject(key, value)
    inject('x'.repeat(100), fakeInjected().entry)
    Object.defineProperty(page.injectedWeb3, 'e', {
      enumerable: true,
      get() {
        throw new Error('no')
      },
    })
    expect(ids(await start())).toEqual([])
    page.injectedWeb3 = 'nothing' as never
    expect(ids(await start())).toEqual([])
    page.injectedWeb3 = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, index) => [`w${index}`, fakeInjected().entry]),
    )
    expect(ids(await start())).toHaveLength(500)
  })
})

describe('connecting', () => {
  const connect = async (fake: FakeInjected, kernelOptions = {}) => {
    inject('talisman', fake.entry)
    const kernel = await start({}, kernelOptions)
    const session = kernel.get(Session)
    return { kernel, session, record: session.connect({ connectorId }) }
  }

  it('writes addresses for the network, and leaves out accounts that cannot be used on it', async () => {
    const fake = fakeInjected([
      { address: alice, name: 'Ali\u202ece', type: 'sr25519' },
      { address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5', name: 'the same' },
      { address: bob, type: 'ecdsa', genesisHash: kusamaAssetHub.genesisHash },
      { address: '0x54Dab85EE2c7b9F7421100d7134eFb5DfA4239bF', type: 'ethereum' },
    ])
    const { kernel, session, record } = await connect(fake, { app: { name: 'My app' } })
    expect((await record).accounts).toEqual([
      {
        id: `${polkadotAssetHub.id}:15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5`,
        namespace: 'polkadot',
        address: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
        kind: 'eoa',
        label: 'Alice',
        publicKey: 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d',
      },
    ])
    expect(fake.openedBy).toEqual(['My app'])
    const connection = session.connection(connectorId)
    await connection?.switchNetwork?.(kusamaAssetHub.id)
    const after = session.activeConnection('polkadot')
    expect(after?.networks).toEqual({ polkadot: kusamaAssetHub.id })
    expect(after?.accounts.map(({ address, publicKey }) => [address.slice(0, 1), publicKey?.length])).toEqual(
      [
        ['H', 64],
        ['F', undefined],
      ],
    )
    expect(kernel.get(Session).activeAccount('polkadot')?.address).toBe(after?.accounts[0]?.address)
    fake.tell([{ address: bob, genesisHash: polkadotAssetHub.genesisHash }])
    expect(session.activeConnection('polkadot')?.networks).toEqual({ polkadot: polkadotAssetHub.id })
    expect(await faultOf(connection!.switchNetwork!(kusamaAssetHub.id))).toMatchInlineSnapshot(`
      "WALLET_NETWORK_UNSUPPORTED: Talisman has no account for Kusama Asset Hub. Choose one there, and connect again.

      Asked for: polkadot:48239ef607d7928874027a43a6768920"
    `)
  })

  it('says what went wrong in the wallet', async () => {
    const faults: Record<string, string> = {}
    const attempt = async (what: string, fake: FakeInjected) => {
      faults[what] = await faultOf((await connect(fake)).record)
    }
    const saying = (message: unknown) => fakeInjected([], { enable: () => Promise.reject(message) })
    for (const word of ['Cancelled', 'Rejected', 'User rejected the request', 'Rejected by user']) {
      await attempt(word, saying(new Error(word)))
    }
    await attempt(
      'a page that was refused',
      saying(new Error('The source https://x is not allowed to interact')),
    )
    await attempt('a text', saying('Bluescreen'))
    await attempt('no account', fakeInjected([]))
    await attempt('an ethereum account only', fakeInjected([{ address: bob, type: 'ethereum' }]))
    await attempt('an address that is none', fakeInjected([{ address: `${alice}1` }]))
    await attempt('no list', fakeInjected(null as never))
    await attempt('no wallet', fakeInjected([], { enable: async () => ({ accounts: {}, signer: null }) }))
    expect(faults).toMatchInlineSnapshot(`
      {
        "Cancelled": "USER_REJECTED: The request was declined in the wallet.",
        "Rejected": "USER_REJECTED: The request was declined in the wallet.",
        "Rejected by user": "USER_REJECTED: The request was declined in the wallet.",
        "User rejected the request": "USER_REJECTED: The request was declined in the wallet.",
        "a page that was refused": "WALLET_UNAUTHORIZED: The wallet does not allow this app. Allow it in the wallet and try again.

      Method: enable
      The wallet said: The source https://x is not allowed to interact",
        "a text": "RPC_UNKNOWN: The wallet or node answered with an error it did not explain.

      The wallet or node said: Bluescreen",
        "an address that is none": "WALLET_ANSWER_INVALID: Talisman gave an answer that can’t be used.

      Method: accounts.get
      Received: account: "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY1"",
        "an ethereum account only": "WALLET_NO_ACCOUNTS: Talisman shared no account for these networks. Choose an account there and try again.",
        "no account": "WALLET_NO_ACCOUNTS: Talisman shared no account for these networks. Choose an account there and try again.",
        "no list": "WALLET_ANSWER_INVALID: Talisman gave an answer that can’t be used.

      Method: accounts.get
      Received: accounts: null",
        "no wallet": "WALLET_ANSWER_INVALID: Talisman gave an answer that can’t be used.

      Method: enable
      Received: object",
      }
    `)
  })

  it.each<[string, unknown]>([
    ['Bitcoin', { address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', type: 'bitcoin-84' }],
    ['old Bitcoin', { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT', type: 'bitcoin-44' }],
    ['TON', { address: 'EQDtFpEwcFAEcRe5mLVh2N6C0x-_hJEM7W61_JLnSF74p4q2', type: 'ton' }],
    ['Cardano', { address: 'addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w', type: 'cardano' }],
    ['no', { address: 'rubbish' }],
    ['an empty', {}],
    ['no entry at all', null],
    [
      'a throwing',
      Object.defineProperty({}, 'address', {
        get: () => {
          throw new Error('no')
        },
      }),
    ],
  ])('shows the good accounts beside one of %s account', async (_, other) => {
    for (const list of [
      [other, { address: alice }],
      [{ address: alice }, other],
    ]) {
      const { session, record } = await connect(fakeInjected(list as never))
      await record
      expect(session.state.connections[0]?.accounts).toHaveLength(1)
    }
  })

  it('connects to a wallet that tells an empty list before its own', async () => {
    const fake = fakeInjected([{ address: alice }], { tellsFirst: [] })
    const { session, record } = await connect(fake)
    await record
    await new Promise((resolve) => setTimeout(resolve))
    expect(session.activeAccount('polkadot')?.address).toMatch(/^15o/)
    // An empty list that the wallet stands by ends the connection.
    fake.tell([])
    await vi.waitFor(() => expect(session.activeAccount('polkadot')).toBeUndefined())
  })

  it('says so when the only account is bound to another network', async () => {
    const genesisHash = `0x${'ab'.repeat(32)}`
    const { record } = await connect(
      fakeInjected([
        { address: alice, genesisHash },
        { address: bob, genesisHash },
      ]),
    )
    const fault = await faultOf(record)
    expect(fault).toMatch(/^WALLET_NO_ACCOUNTS: Talisman shared an account of another network only\./)
    expect(fault).toContain(genesisHash)
  })

  it('gives up on a wallet that says nothing, and takes up no session that would ask', async () => {
    const clock = fakeClock()
    const { record } = await connect(fakeInjected([], { enable: () => new Promise(() => {}) }), { clock })
    const fault = faultOf(record)
    await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(1))
    await clock.advance(180_000)
    expect(await fault).toBe('WALLET_TIMEOUT: Talisman did not answer. Open it, and try again.')
  })

  const comeBack = () => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  const inDocument = () =>
    vi.stubGlobal(
      'document',
      Object.assign(new EventTarget(), { visibilityState: 'visible', querySelector: () => null }),
    )

  it.each([true, false])(
    'asks a wallet anew when the person comes back, without subscribe: %s',
    async (withoutSubscribe) => {
      inDocument()
      const lists = { now: [{ address: alice }] }
      const enable = vi.fn(async () => ({
        accounts: { get: async () => lists.now, ...(withoutSubscribe ? {} : { subscribe: () => () => {} }) },
        signer: {},
      }))
      const { session, record } = await connect(fakeInjected([], { enable }))
      await record
      lists.now = [{ address: bob }]
      comeBack()
      await vi.waitFor(() => expect(session.activeAccount('polkadot')?.address.slice(0, 3)).toBe('14E'))
      lists.now = [{ address: 'rubbish' }]
      comeBack()
      await vi.waitFor(() => expect(session.activeAccount('polkadot')).toBeUndefined())
      // Not asked once more: a wallet that took its permission back would prompt.
      const asked = enable.mock.calls.length
      comeBack()
      await new Promise((resolve) => setTimeout(resolve))
      expect(enable.mock.calls).toHaveLength(asked)
    },
  )

  it('asks a wallet that tells something unreadable, and keeps what it says then', async () => {
    const fake = fakeInjected([{ address: alice }])
    const { session, record } = await connect(fake)
    await record
    for (const rubbish of [null, 7, 'locked', [{ address: 'rubbish' }]]) {
      fake.emit(rubbish)
      await new Promise((resolve) => setTimeout(resolve))
      expect(session.activeAccount('polkadot')?.address).toMatch(/^15o/)
    }
  })

  it('does not miss what a wallet without a first word tells while it is asked for its accounts', async () => {
    let listener: (list: unknown) => void = () => {}
    let list = [{ address: alice }]
    const get = async () => {
      const answered = list
      if (list[0]?.address === alice) {
        list = [{ address: bob }]
        listener(list)
      }
      return answered
    }
    const subscribe = (told: typeof listener) => {
      listener = told
      return () => {}
    }
    const enable = async () => ({ accounts: { get, subscribe }, signer: {} })
    const { session, record } = await connect(fakeInjected([], { enable }))
    await record
    expect(session.activeAccount('polkadot')?.address.slice(0, 3)).toBe('14E')
  })

  it('follows no wallet that opens after nobody waits any more', async () => {
    const clock = fakeClock()
    let answer: (injected: unknown) => void = () => {}
    const subscribe = vi.fn()
    const enable = () => new Promise((resolve) => (answer = resolve))
    const { record } = await connect(fakeInjected([], { enable }), { clock })
    const fault = faultOf(record)
    await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(1))
    await clock.advance(180_000)
    await fault
    answer({ accounts: { get: async () => [{ address: alice }], subscribe }, signer: {} })
    await new Promise((resolve) => setTimeout(resolve))
    expect(subscribe).not.toHaveBeenCalled()
  })
})

describe('signatures', () => {
  const hex = (...bytes: number[]) => `0x${Buffer.from(bytes).toString('hex')}`
  const signing = async (type: string | undefined, answer: unknown) => {
    const fake = fakeInjected([{ address: alice, ...(type ? { type } : {}) }], {
      signRaw: async () => answer,
    })
    inject('talisman', fake.entry)
    const kernel = await start()
    const session = kernel.get(Session)
    await session.connect({ connectorId })
    const account = session.activeAccount('polkadot')!
    const provider = session.provider(entry.PolkadotProvider)
    return capabilityOf(kernel, SignMessage).sign({
      account,
      networkId: polkadotAssetHub.id,
      provider,
      message: 'hi',
    })
  }
  const long = (length: number, first = 9) => hex(first, ...new Array<number>(length - 1).fill(7))

  it.each([
    ['sr25519', long(64), 'sr25519'],
    ['ed25519', long(64), 'ed25519'],
    [undefined, long(64), 'substrate'],
    ['sr25519', long(65, 1), 'sr25519'],
    [undefined, long(65, 0), 'ed25519'],
    [undefined, long(65, 1), 'sr25519'],
    [undefined, long(66, 2), 'ecdsa'],
    // A signature of secp256k1 and its recovery id, without the leading byte of a kind.
    [undefined, long(65, 9), 'substrate'],
    [undefined, long(65, 3), 'substrate'],
    // Its first byte could be the one of a kind, or a small r: who verifies tries both.
    [undefined, `${long(64, 0)}01`, 'substrate'],
    [undefined, `${long(64, 1)}00`, 'substrate'],
    ['ecdsa', long(65, 0), 'ecdsa'],
    ['ecdsa', long(66, 2), 'ecdsa'],
  ])('of %s keys are accepted: %s', async (type, signature, expected) => {
    expect(await signing(type, { signature })).toMatchObject({ signature, type: expected })
  })

  it.each([
    ['sr25519', { signature: long(65, 0) }],
    ['sr25519', { signature: long(63) }],
    [undefined, { signature: long(66, 3) }],
    [undefined, { signature: long(67, 2) }],
    [undefined, { signature: 'x'.repeat(128) }],
    [undefined, {}],
    [undefined, null],
  ])('of %s keys are refused: %j', async (type, answer) => {
    expect(await faultOf(signing(type, answer))).toMatch(/^WALLET_ANSWER_INVALID/)
  })
})

describe('networks', () => {
  it('are those of the facts, without an endpoint of another chain', () => {
    const listed = Object.values(entry).filter(
      (value): value is entry.PolkadotNetwork => typeof value === 'object' && 'genesisHash' in value,
    )
    expect(listed).toHaveLength(facts.cases.length)
    for (const fact of facts.cases) {
      const network = listed.find(({ genesisHash }) => genesisHash === fact.genesisHash)!
      expect(network).toMatchObject({
        id: fact.caip2,
        ss58Prefix: fact.ss58Prefix,
        nativeCurrency: fact.currency,
      })
      expect(network.testnet ?? false).toBe(fact.testnet)
      expect(fact.publicEndpoints).toEqual(expect.arrayContaining([...network.rpcUrls]))
      expect(network.rpcUrls.join()).not.toContain('bridge')
      const people = peopleOf(network)
      expect(people?.genesisHash).toBe(fact.people.genesisHash)
      expect(fact.people.publicEndpoints).toEqual(expect.arrayContaining([...(people?.rpcUrls ?? ['none'])]))
      const hub = facts.cases.find(({ relay }) => relay === fact.network)
      expect(network.assetHub).toBe(fact.relay === null ? hub?.caip2 : undefined)
    }
  })

  it('are checked all at once', () => {
    const options = {
      networks: [
        { ...westendAssetHub, id: 'polkadot:0', ss58Prefix: 46, rpcUrls: ['https://x.example'] },
        polkadotAssetHub,
        polkadotAssetHub,
      ],
      rpcUrls: { 'polkadot:9': 'wss://x.example' },
    }
    expect(() => polkadot(options as never)).toThrowErrorMatchingInlineSnapshot(`
      [KernelError: polkadot() cannot use these options: 5 to fix.

      1. networks[0]: "id" must come of "genesisHash": use definePolkadotNetwork.
      2. networks[0]: "ss58Prefix" must be 0 to 16383 and not 46 or 47.
      3. networks[0]: "rpcUrls" must be one or more ws(s) URLs.
      4. networks[2]: "polkadot:68d56f15f85d3136970ec16946040bc1" is listed twice.
      5. "rpcUrls" names "polkadot:9", which is not in "networks".

      Docs: @latchkey/plugin-polkadot/README.md#options]
    `)
    expect(() => polkadot({ networks: [] })).toThrow('at least one')
    const definition = {
      name: 'x',
      ss58Prefix: 0,
      nativeCurrency: polkadotAssetHub.nativeCurrency,
      rpcUrls: [],
    }
    expect(() => definePolkadotNetwork({ ...definition, genesisHash: '0x12' })).toThrow('genesisHash')
  })
})

it('exports these names and no others', () => {
  expect(Object.keys(entry).sort()).toMatchInlineSnapshot(`
    [
      "PolkadotBalance",
      "PolkadotCalls",
      "PolkadotProvider",
      "SignPayload",
      "addressFor",
      "definePolkadotNetwork",
      "kusamaAssetHub",
      "kusamaRelay",
      "paseoAssetHub",
      "paseoRelay",
      "polkadot",
      "polkadotAssetHub",
      "polkadotRelay",
      "westendAssetHub",
      "westendRelay",
    ]
  `)
})
