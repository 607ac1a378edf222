import { type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import { OwnedCollectibles } from '@latchkey/kernel/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployCollections, embeddedLink } from '../../../test/collectibles.js'
import { answerJson, setUpCapabilities, startProxy, startServer } from '../../../test/support.js'
import { readItemFacts } from './readItemFacts.js'

const png = 'data:image/png;base64,iVBORw0KGgo='
let stack: EvmStack
let collections: Awaited<ReturnType<typeof deployCollections>>
const addressOf = (index: number) => stack.accounts[index]!.address

beforeAll(async () => {
  stack = await startEvm()
  collections = await deployCollections(
    stack,
    embeddedLink({ name: 'Badge', image: 'https://pictures.example/b.png' }),
  )
}, 120_000)
afterAll(() => stack?.stop())

describe.each([
  ['through Multicall3', true],
  ['where the chain names no Multicall3', false],
])('collectibles of an account, %s', (_, multicall) => {
  const setUp = (options = {}) => {
    const { contracts: __, ...bare } = stack.chain
    return setUpCapabilities([stack], { chains: [multicall ? stack.chain : bare], options })
  }

  it('are those that came in and are still there, with what they say of themselves', async () => {
    const snapshot = await stack.snapshot()
    const [alice, bob] = [addressOf(0), addressOf(1)]
    await collections.mint(alice, 7n, embeddedLink({ name: 'Sev\u202een', image: png }))
    await collections.mint(alice, 8n, 'https://elsewhere.example/8.json')
    await collections.mint(alice, 2n ** 255n, 'nonsense')
    await collections.mint(bob, 9n, '')
    await collections.mintBadges(alice, [1n, 2n], [5n, 1n])
    await collections.move(0, bob, 8n)
    const { get, networkId } = setUp({ avatarHosts: ['pictures.example'] })
    const { items, searched } = await get(OwnedCollectibles).read({ networkId, address: alice })
    expect(searched).toBeUndefined()
    expect(items).toHaveLength(4)
    expect(items).toEqual(
      expect.arrayContaining([
        {
          address: collections.art,
          id: '7',
          name: 'Seven',
          collection: 'Local Art',
          picture: png,
          count: 1n,
        },
        {
          address: collections.art,
          id: (2n ** 255n).toString(),
          name: `Local Art #${(2n ** 255n).toString().slice(0, 20)}`,
          collection: 'Local Art',
          count: 1n,
        },
        ...[1, 2].map((id) => ({
          address: collections.badges,
          id: `${id}`,
          name: 'Badge',
          collection: 'Local Badges',
          picture: 'https://pictures.example/b.png',
          count: id === 1 ? 5n : 1n,
        })),
      ]),
    )
    const ofBob = await get(OwnedCollectibles).read({ networkId, address: bob.toLowerCase() })
    expect(ofBob.items.map(({ id }) => id)).toEqual(['8', '9'])
    await stack.revert(snapshot)
  })
})

it('says how far it looked', async () => {
  const snapshot = await stack.snapshot()
  await collections.mint(addressOf(0), 7n, '')
  const day = 86_400
  await stack.client.mine({ blocks: 30, interval: day })
  const { timestamp } = await stack.client.getBlock()
  const { get, networkId } = setUpCapabilities([stack], { options: { history: { days: 10 } } })
  const { items, searched } = await get(OwnedCollectibles).read({ networkId, address: addressOf(0) })
  expect(items).toEqual([])
  const length = Number(timestamp) - (searched?.since ?? 0) / 1_000
  expect(length).toBeGreaterThanOrEqual(10 * day)
  expect(length).toBeLessThanOrEqual(11 * day)
  await stack.revert(snapshot)
})

it('fails with a code when no node answers, and for what is no address', async () => {
  const dead = setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: 'http://127.0.0.1:1' } })
  const request = { networkId: dead.networkId, address: addressOf(0) }
  await expect(dead.get(OwnedCollectibles).read(request)).rejects.toMatchObject({ code: 'HTTP_UNREACHABLE' })
  await expect(dead.get(OwnedCollectibles).read({ ...request, address: '0x1' })).rejects.toMatchObject({
    code: 'ADDRESS_INVALID',
  })
})

describe('the document of an item', () => {
  it.each([
    ['embedded in base64', embeddedLink({ name: 'Ünï', image: png }), { name: 'Ünï', image: png }],
    [
      'embedded as text',
      `data:application/json;utf8,${encodeURIComponent(JSON.stringify({ name: 'A#1' }))}`,
      { name: 'A#1' },
    ],
    ['embedded with other members', embeddedLink({ name: 'A', attributes: [{}] }), { name: 'A' }],
    ['embedded with a name that is no text', embeddedLink({ name: 5 }), {}],
    ['embedded, but no JSON', 'data:application/json;base64,AA==', {}],
    ['of another type', 'data:text/html,<script>', {}],
    ['on a host that the app does not list', 'https://elsewhere.example/1.json', {}],
    ['on IPFS without a gateway', 'ipfs://QmHash/1.json', {}],
    ['nowhere', '', {}],
  ])('%s', async (_, link, facts) => {
    expect(await readItemFacts(link, 1n, {})).toEqual(facts)
  })

  it('on the gateway that the app names is asked for by its number in hex', async () => {
    const paths: (string | undefined)[] = []
    const server = await startServer((_, response, { url }) => {
      paths.push(url)
      answerJson(response, { name: 'Ten' })
    })
    const options = { ipfsGateway: `${server.url}/ipfs/` }
    expect(await readItemFacts('ipfs://QmHash/{id}.json', 10n, options)).toEqual({ name: 'Ten' })
    expect(paths).toEqual([`/ipfs/QmHash/${'a'.padStart(64, '0')}.json`])
    await server.stop()
    expect(await readItemFacts('ipfs://QmHash/1', 1n, options)).toEqual({})
  })

  it('that is too large, or moved away, is not read', async () => {
    const large = await startServer((_, response) => answerJson(response, { name: 'A'.repeat(300_000) }))
    expect(await readItemFacts('ipfs://QmHash', 1n, { ipfsGateway: large.url })).toEqual({})
    const moved = await startServer(
      (_, response) => void response.writeHead(302, { location: `${large.url}/` }).end(),
    )
    expect(await readItemFacts('ipfs://QmHash', 1n, { ipfsGateway: moved.url })).toEqual({})
    await Promise.all([large.stop(), moved.stop()])
  })
})

it('asks nodes in few requests', async () => {
  const snapshot = await stack.snapshot()
  for (const id of [1n, 2n, 3n]) await collections.mint(addressOf(0), id, '')
  const proxy = await startProxy(stack.url)
  const { get, networkId } = setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: proxy.url } })
  const { items } = await get(OwnedCollectibles).read({ networkId, address: addressOf(0) })
  expect(items).toHaveLength(3)
  // The newest block, where the window begins, the logs, who owns what, and what it is called.
  expect(proxy.bodies.length).toBeLessThanOrEqual(5)
  await proxy.stop()
  await stack.revert(snapshot)
})
