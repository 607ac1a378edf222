import { type Address, concatHex, encodeAbiParameters, encodeFunctionData, type Hex, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EvmStack, ownedAccountFactoryAbi, startEvm } from '../evm/index.js'
import { startWalletData, type WalletData } from './index.js'
import { createReader } from './test/reader.js'
import { type Postgres, startPostgres } from './test/startPostgres.js'

const coinType = (0x80000000 | 31337) >>> 0
/** A clock that stands still: no machine is so busy that a message comes too late. */
const clock = Date.UTC(2026, 10, 22)

describe.each(['the embedded database', 'PostgreSQL'])('the name registry, on %s', (kind) => {
  let postgres: Postgres | undefined
  let stack: EvmStack
  let service: WalletData
  let read: ReturnType<typeof createReader>

  beforeAll(async () => {
    stack = await startEvm()
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const database = await postgres?.createDatabase('tested')
    const nodes = [{ namespace: 'eip155', url: stack.url }] as const
    service = await startWalletData({ nodes, now: () => clock, ...(database ? { database } : {}) })
    read = createReader(service.url)
  }, 120_000)

  afterAll(async () => {
    await service?.stop()
    await postgres?.stop()
    await stack?.stop()
  })

  const keyOf = (index: number) => privateKeyToAccount(stack.accounts[index]!.privateKey)
  const now = () => clock / 1000

  async function send(
    path: string,
    content: Record<string, unknown>,
    {
      index = 0,
      ...change
    }: { index?: number; coin_type?: number; address?: string; message?: string; signature?: string } = {},
  ) {
    const message = JSON.stringify({ timestamp: now(), ...content })
    const signature = await keyOf(index).signMessage({ message })
    const body = { coin_type: coinType, address: keyOf(index).address, message, signature, ...change }
    return read.raw(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }
  const register = (content: Record<string, unknown>, change?: Parameters<typeof send>[2]) =>
    send('/v1/profile/account', content, change)
  const reasonsOf = (answer: { body: any }) =>
    answer.body.reasons.map((reason: any) => `${reason.field}: ${reason.description}`)

  it('registers a name for who signed it, and finds it forward, backward and as identity', async () => {
    const { address } = keyOf(2)
    expect(await read.get(`/v1/identity/${address}`)).toEqual({})
    const answer = await register(
      { name: 'nora.latchkey.id', attributes: { bio: 'Hello there.' } },
      { index: 2 },
    )
    expect(answer.status).toBe(200)
    const found = await read.get('/v1/profile/account/Nora.latchkey.id', { apiVersion: '2' })
    expect(found).toEqual({
      name: 'nora.latchkey.id',
      registered_at: expect.stringMatching(/^\d{4}-.*Z$/),
      updated_at: found.registered_at,
      addresses: {
        60: { address, created_at: expect.any(String) },
        [coinType]: { address, created_at: expect.any(String) },
      },
      attributes: { bio: 'Hello there.' },
    })
    expect(await read.get(`/v1/profile/reverse/${address}`, { apiVersion: '2' })).toEqual([found])
    expect(await read.get(`/v1/identity/${address}`)).toMatchObject({ name: 'nora.latchkey.id' })
  })

  it('lets one of many that ask for a name at one time have it', async () => {
    const answers = await Promise.all(
      [3, 4, 5, 6].map((index) => register({ name: 'wanted.latchkey.id' }, { index })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    expect(reasonsOf(answers.find(({ status }) => status === 400)!)).toEqual([
      'name: wanted.latchkey.id is already registered. Choose another name.',
    ])
  })

  it('accepts an account contract that is deployed, and one that is not yet (ERC-6492)', async () => {
    const factory = stack.contracts.ownedAccountFactory
    const owner = keyOf(7)
    const contract = { address: factory, abi: ownedAccountFactoryAbi } as const
    const account: Address = await stack.client.readContract({
      ...contract,
      functionName: 'addressOf',
      args: [owner.address, zeroHash],
    })
    const message = JSON.stringify({ name: 'early.latchkey.id', timestamp: now() })
    const inner = await owner.signMessage({ message })
    const create = encodeFunctionData({
      abi: ownedAccountFactoryAbi,
      functionName: 'create',
      args: [owner.address, zeroHash],
    })
    const parts = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
    const marker: Hex = `0x${'6492'.repeat(16)}`
    const signature = concatHex([encodeAbiParameters(parts, [factory, create, inner]), marker])
    expect((await register({}, { address: account, message, signature })).status).toBe(200)
    expect(await read.get(`/v1/identity/${account}`)).toMatchObject({ name: 'early.latchkey.id' })
  })

  it.each([
    [
      'a late message',
      { name: 'late.latchkey.id', timestamp: 1 },
      {},
      400,
      /^timestamp: .*within 10 seconds/,
    ],
    ['another zone', { name: 'late.reown.id' }, {}, 400, /^zone: Names end in latchkey\.id here/],
    ['two parts', { name: 'late.id' }, {}, 400, /^name: A name has three parts/],
    ['four parts', { name: 'a.late.latchkey.id' }, {}, 400, /^name: A name has three parts/],
    ['a short name', { name: 'ab.latchkey.id' }, {}, 400, /^name: A name has 3 to 64/],
    ['a long name', { name: `${'a'.repeat(65)}.latchkey.id` }, {}, 400, /^name: A name has 3 to 64/],
    ['capitals', { name: 'Nora.latchkey.id' }, {}, 400, /^name: A name has small letters/],
    [
      'another attribute',
      { name: 'x12.latchkey.id', attributes: { url: 'x' } },
      {},
      400,
      /^attributes\.url:/,
    ],
    ['markup', { name: 'x12.latchkey.id', attributes: { bio: '<b>' } }, {}, 400, /^attributes\.bio:/],
    ['another coin type', { name: 'x12.latchkey.id' }, { coin_type: 60 }, 400, /^coin_type: .*not served/],
    [
      'an address without its checksum',
      { name: 'x12.latchkey.id' },
      { address: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266' },
      400,
      /^address: .*EIP-55/,
    ],
    [
      'the signature of another',
      { name: 'x12.latchkey.id' },
      { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' },
      401,
      /^signature: The signature is not one/,
    ],
    ['no signature', { name: 'x12.latchkey.id' }, { signature: '0x' }, 422, /^signature:/],
    ['a message that is not JSON', {}, { message: 'nora' }, 400, /^message: The message is not JSON/],
  ])('refuses %s', async (_what, content, change, status, reason) => {
    const answer = await register(content, change)
    expect(answer.status).toBe(status)
    expect(answer.body.status).toBe('FAILED')
    expect(reasonsOf(answer)[0]).toMatch(reason)
  })

  it('changes attributes and addresses for the owner only, and only of the name that was signed for', async () => {
    await register({ name: 'mine.latchkey.id' }, { index: 8 })
    const path = '/v1/profile/account/mine.latchkey.id'
    const content = { name: 'mine.latchkey.id', attributes: { bio: 'New' } }
    expect((await send(`${path}/attributes`, content, { index: 1 })).status).toBe(401)
    const other = { ...content, name: 'nora.latchkey.id' }
    expect(reasonsOf(await send(`${path}/attributes`, other, { index: 8 }))).toEqual([
      'message.name: The message is about another name.',
    ])
    expect((await send(`${path}/attributes`, content, { index: 8 })).body.attributes).toEqual({ bio: 'New' })
    const target = keyOf(1).address
    const change = { name: 'mine.latchkey.id', coin_type: 2147483658, address: target }
    const answer = await send(`${path}/address`, change, { index: 8 })
    expect(answer.body.addresses['2147483658'].address).toBe(target)
    expect(answer.body.addresses['60'].address).toBe(keyOf(8).address)
  })

  it('answers a miss with an empty list in version 2 of the contract, and with 404 without it', async () => {
    const nobody = '0x000000000000000000000000000000000000dEaD'
    for (const path of [`/v1/profile/reverse/${nobody}`, '/v1/profile/account/nobody.latchkey.id']) {
      expect(await read.get(path, { apiVersion: '2' })).toEqual([])
      expect((await read.raw(path)).status).toBe(404)
    }
  })

  it('suggests up to five names, the exact one first, and says which are taken', async () => {
    await register({ name: 'star.latchkey.id' }, { index: 9 })
    const { suggestions } = await read.get('/v1/profile/suggestions/star', { zone: 'latchkey.id' })
    expect(suggestions[0]).toEqual({ name: 'star.latchkey.id', registered: true })
    expect(suggestions).toHaveLength(5)
    expect(suggestions.slice(1).every((one: any) => one.registered === false)).toBe(true)
    expect((await read.raw('/v1/profile/suggestions/ab')).status).toBe(400)
    expect((await read.raw('/v1/profile/suggestions/star?zone=eth')).status).toBe(400)
  })
})
