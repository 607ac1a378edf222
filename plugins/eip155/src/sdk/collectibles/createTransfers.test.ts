// Real collections on a real node, and a real wallet that moves their items.
import { type EvmStack, startEvm } from '../../../../../devstack/src/evm/index.js'
import { CollectibleTransfers, type CollectibleTransferRequest } from '@latchkey/kernel/contracts'
import { type Hex, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { deployCollections } from '../../../test/collectibles.js'
import { setUpCapabilities } from '../../../test/support.js'
import { type EvmCall, EvmCalls } from '../../calls.js'

let stack: EvmStack
let collections: Awaited<ReturnType<typeof deployCollections>>
const addressOf = (index: number) => stack.accounts[index]!.address
const [own, friend] = [() => addressOf(0), () => addressOf(1)]

beforeAll(async () => {
  stack = await startEvm()
  collections = await deployCollections(stack, '')
  await collections.mint(own(), 7n, '')
  await collections.mint(friend(), 8n, '')
  await collections.mintBadges(own(), [1n], [5n])
  await collections.mintLie(own(), 3n)
}, 120_000)
afterAll(() => stack?.stop())

let snapshot: Hex
beforeEach(async () => {
  if (snapshot) await stack.revert(snapshot)
  snapshot = await stack.snapshot()
})

function setUp() {
  const bench = setUpCapabilities([stack])
  const { networkId, account, provider } = bench
  const transfers = bench.get(CollectibleTransfers)
  const ask = (over: Partial<CollectibleTransferRequest> = {}) => ({
    ...{ networkId, address: collections.art, id: '7', from: own(), to: friend(), amount: 1n },
    ...over,
  })
  return {
    transfers,
    ask,
    count: (over: Partial<CollectibleTransferRequest>, owner: string) =>
      transfers.count({ ...ask(over), owner }),
    async move(over: Partial<CollectibleTransferRequest> = {}) {
      const { calls } = await transfers.prepare(ask(over))
      const request = { networkId, from: account, provider, calls: calls as readonly EvmCall[] }
      const prepared = await bench.get(EvmCalls).prepare(request)
      const submitted = await prepared.submit()
      return { prepared, decision: await submitted.wait() }
    },
  }
}

it('moves an item that exists once', async () => {
  const { move, count } = setUp()
  const { prepared, decision } = await move()
  expect(decision.status).toBe('confirmed')
  const moved = prepared.changes?.find(({ address }) => address === own())
  expect(moved).toMatchObject({ amount: { value: -1n }, collectible: { id: '7' } })
  expect([await count({}, own()), await count({}, friend())]).toEqual([0n, 1n])
})

it('moves some of many pieces, and tells how many the receiver had', async () => {
  const { move, count, transfers, ask } = setUp()
  const pieces = { address: collections.badges.toLowerCase(), id: '1', amount: 2n }
  expect((await move(pieces)).decision.status).toBe('confirmed')
  expect([await count(pieces, own()), await count(pieces, friend())]).toEqual([3n, 2n])
  expect((await transfers.prepare(ask({ ...pieces, amount: 3n }))).receiverHas).toBe(2n)
})

it.each<[string, () => Partial<CollectibleTransferRequest>, string]>([
  ['nobody', () => ({ to: 'anna' }), 'COLLECTIBLE_TO_NOBODY'],
  ['the zero address', () => ({ to: zeroAddress }), 'COLLECTIBLE_TO_NOBODY'],
  ['the collection', () => ({ to: collections.art.toLowerCase() }), 'COLLECTIBLE_TO_COLLECTION'],
  ['the owner', () => ({ to: own().toLowerCase() }), 'COLLECTIBLE_TO_SELF'],
  ['a contract that takes none', () => ({ to: stack.tokens.usd.address }), 'COLLECTIBLE_RECEIVER_REFUSES'],
  [
    'a contract that takes no pieces',
    () => ({ address: collections.badges, id: '1', to: stack.tokens.usd.address }),
    'COLLECTIBLE_RECEIVER_REFUSES',
  ],
  ['a friend, an item of the friend’s', () => ({ id: '8' }), 'COLLECTIBLE_NOT_OWNED'],
  ['a friend, an item that nobody made', () => ({ id: '9' }), 'COLLECTIBLE_NOT_OWNED'],
  ['a friend, an item without a number', () => ({ id: 'x' }), 'COLLECTIBLE_NOT_OWNED'],
  ['a friend, none', () => ({ amount: 0n }), 'COLLECTIBLE_NOT_OWNED'],
  ['a friend, one item twice', () => ({ amount: 2n }), 'COLLECTIBLE_NOT_OWNED'],
  [
    'a friend, more pieces than there are',
    () => ({ address: collections.badges, id: '1', amount: 6n }),
    'COLLECTIBLE_NOT_OWNED',
  ],
  [
    'a friend, an item of what is no collection',
    () => ({ address: stack.tokens.usd.address }),
    'COLLECTIBLE_NOT_OWNED',
  ],
])('moves nothing to %s, and says why', async (_, over, code) => {
  const { transfers, ask } = setUp()
  const fault = await transfers.prepare(ask(over())).catch((error: unknown) => error)
  expect(fault).toMatchObject({ code })
})

it('counts what a collection has, not what it logs', async () => {
  const { move, count } = setUp()
  const lie = { address: collections.lying, id: '3' }
  // The log says that it moved, and so does a trial.
  expect((await move(lie)).decision.status).toBe('confirmed')
  expect([await count(lie, own()), await count(lie, friend())]).toEqual([1n, 0n])
})

it('says that no node answers, and not that nothing is owned', async () => {
  const dead = setUpCapabilities([stack], { rpcUrls: { [stack.chainId]: 'http://127.0.0.1:1' } })
  const item = { networkId: dead.networkId, address: collections.art, id: '7' }
  const transfers = dead.get(CollectibleTransfers)
  await expect(transfers.count({ ...item, owner: own() })).rejects.toMatchObject({ code: 'HTTP_UNREACHABLE' })
})
