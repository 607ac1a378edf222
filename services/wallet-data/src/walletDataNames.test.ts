import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  parseAbi,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EvmStack, ownedAccountFactoryAbi, startEvm } from '@latchkey/devstack/evm'
import { localMarket, startWalletData, type WalletData } from './index.js'
import { createReader } from './test/reader.js'
import { type Postgres, startPostgres } from '@latchkey/devstack/postgres'

const coinType = (0x80000000 | 31337) >>> 0
const otherCoinType = (0x80000000 | 31338) >>> 0
const rubbish: Hex = `0x${'00'.repeat(65)}`
/** A clock that stands still: no machine is so busy that a message comes too late. */
let clock = Date.UTC(2026, 10, 22)

describe.each(['the embedded database', 'PostgreSQL'])('the name registry, on %s', (kind) => {
  let postgres: Postgres | undefined
  let stack: EvmStack
  let other: EvmStack
  let service: WalletData
  let read: ReturnType<typeof createReader>

  beforeAll(async () => {
    ;[stack, other] = await Promise.all([startEvm(), startEvm({ chainId: 31338 })])
    postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined
    const database = await postgres?.createDatabase('tested')
    const nodes = [stack, other].map(({ url }) => ({ namespace: 'eip155', url }) as const)
    service = await startWalletData({
      ...localMarket,
      nodes,
      now: () => clock,
      nameLimit: false,
      ...(database ? { database } : {}),
    })
    read = createReader(service.url)
  }, 120_000)

  afterAll(async () => {
    await service?.stop()
    await postgres?.stop()
    await Promise.all([stack?.stop(), other?.stop()])
  })

  const keyOf = (index: number) => privateKeyToAccount(stack.accounts[index]!.privateKey)
  /** Each message has a time of its own. */
  const now = () => {
    clock += 1000
    return clock / 1000
  }

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

  const factory = () =>
    ({ address: stack.contracts.ownedAccountFactory, abi: ownedAccountFactoryAbi }) as const
  /** Address of the account contract of a key, which is not deployed. */
  const accountOf = (index: number): Promise<Address> =>
    stack.client.readContract({
      ...factory(),
      functionName: 'addressOf',
      args: [keyOf(index).address, zeroHash],
    })

  /** The signature of that contract, with what deploys it (ERC-6492). */
  async function signAs(index: number, message: string): Promise<Hex> {
    const { address, abi } = factory()
    const inner = await keyOf(index).signMessage({ message })
    const create = encodeFunctionData({
      abi,
      functionName: 'create',
      args: [keyOf(index).address, zeroHash],
    })
    const parts = [{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }] as const
    const marker: Hex = `0x${'6492'.repeat(16)}`
    return concatHex([encodeAbiParameters(parts, [address, create, inner]), marker])
  }

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
    const account = await accountOf(7)
    const message = JSON.stringify({ name: 'early.latchkey.id', timestamp: now() })
    const signature = await signAs(7, message)
    expect((await register({}, { address: account, message, signature })).status).toBe(200)
    expect(await read.get(`/v1/identity/${account}`)).toMatchObject({ name: 'early.latchkey.id' })
  })

  it('keeps the name of an account contract for its own chain: the address may be another’s elsewhere', async () => {
    const address = await accountOf(6)
    const name = 'vault.latchkey.id'
    const path = `/v1/profile/account/${name}`
    const signed = async (content: object) => {
      const message = JSON.stringify({ name, timestamp: now(), ...content })
      return { address, message, signature: await signAs(6, message) }
    }
    expect((await register({}, await signed({}))).status).toBe(200)
    expect(Object.keys((await read.get(path)).addresses)).toEqual([String(coinType)])
    // A stranger's contract at the same address of another chain takes every signature.
    await other.client.setCode({ address, bytecode: '0x631626ba7e60e01b5f5260205ff3' })
    const thief = keyOf(1).address
    for (const target of [coinType, otherCoinType, 60]) {
      const change = { name, coin_type: target, address: thief }
      const message = JSON.stringify({ ...change, timestamp: now() })
      const stolen = { coin_type: otherCoinType, address, message, signature: rubbish }
      const answer = await send(`${path}/address`, {}, stolen)
      expect([answer.status, reasonsOf(answer)]).toEqual([
        401,
        ['address: The name belongs to another address, or to this one on another chain.'],
      ])
    }
    const bio = JSON.stringify({ name, attributes: { bio: 'Mine now' }, timestamp: now() })
    const taken = { coin_type: otherCoinType, address, message: bio, signature: rubbish }
    expect((await send(`${path}/attributes`, {}, taken)).status).toBe(401)
    expect((await read.get(path)).addresses).toEqual({
      [coinType]: { address, created_at: expect.any(String) },
    })
    const own = await signed({ coin_type: otherCoinType, address: keyOf(2).address })
    const changed = await send(`${path}/address`, {}, own)
    expect(changed.body.addresses[String(otherCoinType)].address).toBe(keyOf(2).address)
    // What was added for another chain owns nothing.
    const answer = await send(
      `${path}/attributes`,
      { name, attributes: {} },
      { index: 2, coin_type: otherCoinType },
    )
    expect(answer.status).toBe(401)
  })

  it('takes a signed change once, and none that is older than the last', async () => {
    const name = 'once.latchkey.id'
    const path = `/v1/profile/account/${name}`
    expect((await register({ name }, { index: 9 })).status).toBe(200)
    const sign = async (content: object) => {
      const message = JSON.stringify({ name, timestamp: now(), ...content })
      return { index: 9, message, signature: await keyOf(9).signMessage({ message }) }
    }
    const [old, later] = [
      await sign({ attributes: { bio: 'Old' } }),
      await sign({ attributes: { bio: 'New' } }),
    ]
    const point = await sign({ coin_type: otherCoinType, address: keyOf(1).address })
    const back = await sign({ coin_type: otherCoinType, address: keyOf(9).address })
    const refused = /^timestamp: The name was changed by a message of this time or later/
    expect((await send(`${path}/attributes`, {}, later)).body.attributes).toEqual({ bio: 'New' })
    for (const again of [later, old]) {
      const answer = await send(`${path}/attributes`, {}, again)
      expect([answer.status, reasonsOf(answer)]).toEqual([400, [expect.stringMatching(refused)]])
    }
    expect((await read.get(path)).attributes).toEqual({ bio: 'New' })
    // Of many at one time, one counts.
    const many = await Promise.all([1, 2, 3].map(() => send(`${path}/address`, {}, back)))
    expect(many.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    for (const again of [back, point]) {
      const answer = await send(`${path}/address`, {}, again)
      expect([answer.status, reasonsOf(answer)]).toEqual([400, [expect.stringMatching(refused)]])
    }
    expect((await read.get(path)).addresses[String(otherCoinType)].address).toBe(keyOf(9).address)
  })

  it('takes, where it knows its origins, only what was signed for one of them', async () => {
    const strict = await startWalletData({
      ...localMarket,
      nodes: [{ namespace: 'eip155', url: stack.url }],
      now: () => clock,
      origins: ['https://data.example.com/'],
    })
    try {
      const reader = createReader(strict.url)
      const ask = async (content: object) => {
        const message = JSON.stringify({ name: 'meant.latchkey.id', timestamp: now(), ...content })
        const signature = await keyOf(4).signMessage({ message })
        const body = JSON.stringify({ coin_type: coinType, address: keyOf(4).address, message, signature })
        const headers = { 'content-type': 'application/json' }
        return reader.raw('/v1/profile/account', { method: 'POST', headers, body })
      }
      for (const content of [{}, { service: 'https://other.example.com' }, { service: '' }]) {
        const answer = await ask(content)
        expect([answer.status, reasonsOf(answer)]).toEqual([
          400,
          [
            'message.service: The message must name the service that it is for, one of: https://data.example.com.',
          ],
        ])
      }
      expect((await ask({ service: 'https://data.example.com' })).status).toBe(200)
    } finally {
      await strict.stop()
    }
  }, 60_000)

  it('lets a key change its name from every chain', async () => {
    await register({ name: 'everywhere.latchkey.id' }, { index: 5 })
    const content = { name: 'everywhere.latchkey.id', attributes: { bio: 'Here' } }
    const path = '/v1/profile/account/everywhere.latchkey.id/attributes'
    expect((await send(path, content, { index: 5, coin_type: otherCoinType })).status).toBe(200)
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

  it('asks no server that a name leads to, however often its resolver says so (EIP-3668)', async () => {
    const asked: string[] = []
    const inside = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end(JSON.stringify({ data: '0x' }))
    })
    await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve))
    const { port } = inside.address() as AddressInfo
    const resolver = '0x00000000000000000000000000000000000e7111'
    const hosts = ['127.0.0.1', 'localhost', '2130706433', '0177.0.0.1', '0.0.0.0', '[::ffff:127.0.0.1]']
    const thrown = encodeErrorResult({
      abi: parseAbi(['error OffchainLookup(address, string[], bytes, bytes4, bytes)']),
      args: [
        resolver,
        hosts.map((host) => `http://${host}:${port}/latest/meta-data/{sender}/{data}`),
        '0x01',
        '0x02020202',
        '0x03',
      ],
    })
    const size = ((thrown.length - 2) / 2).toString(16).padStart(4, '0')
    await stack.client.setCode({
      address: resolver,
      bytecode: `0x61${size}61000d5f3961${size}5ffd${thrown.slice(2)}`,
    })
    const nodes = [{ namespace: 'eip155', url: stack.url, universalResolver: resolver }] as const
    const lured = await startWalletData({ ...localMarket, nodes })
    const answer = await createReader(lured.url).raw(`/v1/identity/${keyOf(0).address}?projectId=x`)
    await lured.stop()
    inside.close().closeAllConnections()
    expect(asked).toEqual([])
    expect([answer.status, answer.body]).toEqual([200, {}])
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

  it('gives one address so many names, and one name so many addresses', async () => {
    const index = 8
    const before = (await read.get(`/v1/profile/reverse/${keyOf(index).address}`, { apiVersion: '2' })).length
    for (let count = before; count < 100; count += 1) {
      const { status } = await register({ name: `bound-${count}.latchkey.id` }, { index })
      expect([count, status]).toEqual([count, 200])
    }
    const refused = await register({ name: 'bound-over.latchkey.id' }, { index })
    expect([refused.status, reasonsOf(refused)]).toEqual([
      400,
      ['address: The address has 100 names, as many as one can have.'],
    ])
    expect(await read.get('/v1/profile/account/bound-over.latchkey.id', { apiVersion: '2' })).toEqual([])

    const name = 'bound-99.latchkey.id'
    const point = (coin_type: number) =>
      send(`/v1/profile/account/${name}/address`, { name, coin_type, address: keyOf(7).address }, { index })
    // The registration gave it two.
    for (let count = 2; count < 100; count += 1) {
      expect([count, (await point(count + 1000)).status]).toEqual([count, 200])
    }
    const full = await read.get(`/v1/profile/account/${name}`)
    expect(Object.keys(full.addresses)).toHaveLength(100)
    const over = await point(9999)
    expect([over.status, reasonsOf(over)]).toEqual([
      400,
      ['message.coin_type: The name has 100 addresses, as many as one can have.'],
    ])
    expect(await read.get(`/v1/profile/account/${name}`)).toEqual(full)
    expect((await point(1002)).status).toBe(200)
  })

  it('registers so many names for one client, whatever keys it makes', async () => {
    const limited = await startWalletData({
      ...localMarket,
      nodes: [{ namespace: 'eip155', url: stack.url }],
      now: () => clock,
      nameLimit: { capacity: 2, refillPerSecond: 0.001 },
    })
    const reader = createReader(limited.url)
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) {
      const account = privateKeyToAccount(generatePrivateKey())
      const message = JSON.stringify({ timestamp: now(), name: `client-${count}.latchkey.id` })
      const body = { coin_type: coinType, address: account.address, message }
      const signature = await account.signMessage({ message })
      const { status } = await reader.raw('/v1/profile/account', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, signature }),
      })
      statuses.push(status)
    }
    await limited.stop()
    expect(statuses).toEqual([200, 200, 429, 429])
  })
})
