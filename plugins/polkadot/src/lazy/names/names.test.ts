// Identities in the storage of two real runtimes, of which the code needs a relay chain: their public metadata says how what a
// node keeps is written, and a node that only keeps storage serves it over JSON-RPC.
import { startStorageNode } from '@latchkey/devstack/polkadot'
import type { Kernel } from '@latchkey/kernel'
import { Identities } from '@latchkey/kernel/contracts'
import { ApiPromise, WsProvider } from '@polkadot/api'
import { u8aToHex } from '@polkadot/util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { capabilityOf, createTestKernel, faultOf } from '../../../test/context.js'
import { type KnownRuntime, readMetadata } from '../../../test/knownMetadata.js'
import { definePolkadotNetwork, type PeopleChain } from '../../index.js'
import { addressFor } from '../../address.js'
import { encodeSs58 } from '../../ss58.js'

let once: Kernel | undefined
afterEach(async () => {
  await once?.dispose()
  once = undefined
})

/** A network whose own node is nowhere: only its People chain is asked. */
function namesOf(people: PeopleChain | undefined, decimals: number) {
  const network = definePolkadotNetwork({
    genesisHash: `0x${'ab'.repeat(32)}`,
    ss58Prefix: 0,
    name: 'Hub',
    nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals },
    rpcUrls: ['ws://127.0.0.1:9'],
    people,
  })
  const kernel = createTestKernel({ networks: [network] })
  const identities = capabilityOf(kernel, Identities)
  const networkId = network.id
  return {
    kernel,
    supports: identities.supports?.(networkId),
    lookup: (address: string) => identities.lookup({ networkId, address }),
    resolve: (name: string) => identities.resolve({ networkId, name }),
  }
}

const freshAddress = (prefix = 0) => encodeSs58(crypto.getRandomValues(new Uint8Array(32)), prefix)
const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`

it('asks nobody on a network without a People chain', async () => {
  const names = namesOf(undefined, 10)
  once = names.kernel
  expect(names.supports).toBe(false)
  expect(await names.lookup(freshAddress())).toEqual({})
  expect(await names.resolve('nora.dot')).toBeUndefined()
})

it.each([
  { genesisHash: '0x12', rpcUrls: ['ws://127.0.0.1:9'] },
  { genesisHash: `0x${'be'.repeat(32)}`, rpcUrls: ['https://x.example'] },
  { genesisHash: `0x${'be'.repeat(32)}`, rpcUrls: [] },
])('says what is wrong with a People chain like %j', async (people) => {
  const names = namesOf(people as PeopleChain, 10)
  once = names.kernel
  expect(await faultOf(names.lookup(freshAddress()))).toContain('polkadot() cannot use "people" of Hub')
})

type Judgements = readonly [number, string | Record<string, unknown>][]

/** A People chain with that runtime, and what puts things where the runtime would. */
async function startPeople(runtime: KnownRuntime) {
  const genesisHash = `0x${'be'.repeat(32)}` as const
  const node = await startStorageNode({
    metadata: await readMetadata(runtime),
    runtimeVersion: {
      specName: 'people',
      implName: 'people',
      authoringVersion: 1,
      specVersion: 1,
      implVersion: 1,
      apis: [],
      transactionVersion: 1,
      stateVersion: 1,
    },
    genesisHash,
    ss58Prefix: 0,
    symbol: 'COIN',
    decimals: 10,
  })
  const provider = new WsProvider(node.url)
  const api = await ApiPromise.create({ provider: provider as never, noInitWarn: true })
  const entryOf = (item: string) => {
    const entry = api.query['identity']?.[item]
    if (!entry) throw new Error(`no identity.${item}`)
    return entry
  }
  function keep(item: string, key: string | undefined, value: unknown) {
    const entry = entryOf(item)
    const place = key === undefined ? entry.key() : entry.key(key)
    if (value === null) return node.set(place, null)
    const { type } = entry.creator.meta
    const kind = api.registry.createLookupType(type.isMap ? type.asMap.value : type.asPlain)
    node.set(place, u8aToHex(api.registry.createType(kind, value).toU8a()))
  }
  // Its connection stays while the tests of a part run.
  const names = namesOf({ genesisHash, rpcUrls: [node.url] }, 10)
  return {
    node,
    keep,
    keepRaw: (item: string, key: string, hex: string) => node.set(entryOf(item).key(key), hex),
    identity(address: string, display: unknown, judgements: Judgements, username: string | null = null) {
      const registration = { judgements, deposit: 0, info: { display } }
      keep('identityOf', address, runtime === 'relay2024' ? [registration, username] : registration)
    },
    names,
    async stop() {
      await names.kernel.dispose()
      await api.disconnect()
      await node.stop()
    },
  }
}

type People = Awaited<ReturnType<typeof startPeople>>
const raw = (text: string) => ({ Raw: hexOf(text) })

describe.each<KnownRuntime>(['relay2024', 'development'])('display names, as %s keeps them', (runtime) => {
  let people: People
  const lookup = (address: string) => people.names.lookup(address)
  const named = (display: unknown, ...judgements: Judgements) => {
    const address = freshAddress()
    people.identity(address, display, judgements)
    return address
  }

  beforeAll(async () => {
    people = await startPeople(runtime)
    const registrar = () => ({ account: freshAddress(), fee: 0, fields: 0 })
    people.keep('registrars', undefined, [registrar(), registrar(), null])
  }, 120_000)
  afterAll(() => people?.stop())

  it.each(['Reasonable', 'KnownGood'])(
    'are shown where a registrar says %s, and lead nowhere',
    async (word) => {
      const address = named(raw('Nora Fischer'), [0, { FeePaid: 5 }], [1, word])
      expect(await lookup(address)).toEqual({ vouchedName: 'Nora Fischer' })
      // The account is the same in the form of any network.
      expect(await lookup(addressFor(42, address) as string)).toEqual({ vouchedName: 'Nora Fischer' })
      expect(await people.names.resolve('Nora Fischer')).toBeUndefined()
    },
  )

  it.each<[string, Judgements]>([
    ['nobody looked', []],
    ['a registrar has no opinion', [[0, 'Unknown']]],
    ['one is paid for and not given', [[0, { FeePaid: 5 }]]],
    [
      'one says that it is wrong',
      [
        [0, 'Erroneous'],
        [1, 'KnownGood'],
      ],
    ],
    [
      'one says that it is poor',
      [
        [0, 'KnownGood'],
        [1, 'LowQuality'],
      ],
    ],
    [
      'one says that it is old',
      [
        [0, 'OutOfDate'],
        [1, 'Reasonable'],
      ],
    ],
    ['the registrar was removed', [[2, 'KnownGood']]],
    ['there is no such registrar', [[9, 'KnownGood']]],
  ])('are hidden where %s', async (_, judgements) => {
    expect(await lookup(named(raw('Treasury'), ...judgements))).toEqual({})
  })

  it.each([
    ['turns the writing direction', raw('Nora\u202erehcsiF')],
    ['breaks the line', raw('Nora\nFischer')],
    ['has the sign of a sub-account', raw('Kraken/Cold')],
    ['has a sign that looks like it', raw('Kraken\u2044Cold')],
    ['shows nothing', raw('\u200b\u200b')],
    ['is no text', { Raw: '0xfffe' }],
    ['is a hash', { BlakeTwo256: `0x${'41'.repeat(32)}` }],
    ['is missing', { None: null }],
  ])('are hidden when the text %s, whoever vouches', async (_, display) => {
    expect(await lookup(named(display, [0, 'KnownGood'], [1, 'Reasonable']))).toEqual({})
  })

  it('are not given by a parent, which needs neither the consent of the account nor a registrar', async () => {
    const parent = named(raw('Nora'), [0, 'KnownGood'])
    const cold = freshAddress()
    people.keep('superOf', cold, [parent, raw('Cold')])
    expect(await lookup(cold)).toEqual({})
    // Nor does a parent take a name away.
    people.identity(cold, raw('Own'), [[0, 'KnownGood']])
    expect(await lookup(cold)).toEqual({ vouchedName: 'Own' })
  })

  it('come from the chain that the network names, and from no other', async () => {
    const other = namesOf({ genesisHash: `0x${'cd'.repeat(32)}`, rpcUrls: [people.node.url] }, 10)
    once = other.kernel
    expect(await faultOf(other.lookup(freshAddress()))).toContain(
      'POLKADOT_RPC_UNREACHABLE: The People chain of Hub can’t be reached. Check the connection and try again.',
    )
  })
})

describe.each<KnownRuntime>(['relay2024', 'development'])('usernames, as %s keeps them', (runtime) => {
  let people: People

  function grant(name: string, owner: string, primary: string | null = name) {
    if (runtime === 'relay2024') {
      people.keep('accountOfUsername', name, owner)
      people.identity(owner, { None: null }, [], primary)
    } else {
      people.keep('usernameInfoOf', name, { owner, provider: 'Allocation' })
      people.keep('usernameOf', owner, primary)
    }
  }

  beforeAll(async () => {
    people = await startPeople(runtime)
  }, 120_000)
  afterAll(() => people?.stop())

  it('lead to the account and back', async () => {
    const owner = freshAddress()
    grant('nora.dot', owner)
    expect(people.names.supports).toBe(true)
    expect(await people.names.lookup(owner)).toEqual({ name: 'nora.dot' })
    expect(await people.names.resolve(' Nora.DOT ')).toBe(owner)
    expect(await people.names.resolve('nobody.dot')).toBeUndefined()
    expect(await people.names.lookup(freshAddress())).toEqual({})
  })

  it('of an account that goes by another name are refused', async () => {
    const owner = freshAddress()
    grant('old.dot', owner)
    grant('new.dot', owner)
    expect(await people.names.resolve('new.dot')).toBe(owner)
    expect(await faultOf(people.names.resolve('old.dot'))).toContain(
      'NAME_NOT_PRIMARY: The account of this name goes by another name. Ask for that one, or for the address.',
    )
  })

  it('that an account claims and another one owns are not shown', async () => {
    const [owner, liar] = [freshAddress(), freshAddress()]
    grant('rich.dot', liar)
    grant('rich.dot', owner)
    expect(await people.names.lookup(liar)).toEqual({})
    expect(await people.names.resolve('rich.dot')).toBe(owner)
  })

  it.each(['nora.eth', 'nora.sol', 'nora.sns', 'a.b.dot', 'nоra.dot', 'nora..dot', `${'n'.repeat(29)}.dot`])(
    'have a form of their own: %s is not looked up',
    async (name) => {
      const before = people.node.asked.length
      expect(await people.names.resolve(name)).toBeUndefined()
      expect(people.node.asked).toHaveLength(before)
    },
  )

  it('that cannot be read are a fault that says so', async () => {
    const owner = freshAddress()
    grant('bad.dot', owner)
    people.keepRaw(runtime === 'relay2024' ? 'identityOf' : 'usernameOf', owner, '0xff')
    expect(await faultOf(people.names.resolve('bad.dot'))).toMatch(/^POLKADOT_NODE_ERROR: /)
  })
})

describe('usernames of the newest runtime', () => {
  let people: People
  beforeAll(async () => {
    people = await startPeople('development')
  }, 120_000)
  afterAll(() => people?.stop())

  it('are refused while they are being withdrawn', async () => {
    const owner = freshAddress()
    people.keep('usernameInfoOf', 'gone.dot', { owner, provider: 'Allocation' })
    people.keep('usernameOf', owner, 'gone.dot')
    people.keep('unbindingUsernames', 'gone.dot', 1_000)
    expect(await faultOf(people.names.resolve('gone.dot'))).toContain(
      'NAME_ENDING: This name is being withdrawn. Ask for the address.',
    )
    expect(await people.names.lookup(owner)).toEqual({})
  })

  it('come with the display name that a registrar vouches for', async () => {
    const owner = freshAddress()
    people.keep('registrars', undefined, [{ account: freshAddress(), fee: 0, fields: 0 }])
    people.keep('usernameInfoOf', 'mira.dot', { owner, provider: 'Allocation' })
    people.keep('usernameOf', owner, 'mira.dot')
    people.identity(owner, raw('Mira'), [[0, 'KnownGood']])
    expect(await people.names.lookup(owner)).toEqual({ name: 'mira.dot', vouchedName: 'Mira' })
  })
})
