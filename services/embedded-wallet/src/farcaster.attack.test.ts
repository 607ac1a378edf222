import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Address, type Hex, encodeAbiParameters, encodeFunctionData, hashMessage } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { serializeErc6492Signature } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownedAccountFactoryAbi, startEvm } from '../../../devstack/src/evm/index.js'
import {
  type FarcasterPerson,
  type FarcasterStack,
  signRequest,
  startFarcaster,
} from '../../../devstack/src/farcaster/index.js'
import { type Answer, createCaller, startService, type TestService } from '../test/startService.js'

const publicOrigin = 'https://wallet.example.org'

let chain: Awaited<ReturnType<typeof startEvm>>
let farcaster: FarcasterStack
let running: TestService
let ask: ReturnType<typeof createCaller>
beforeAll(async () => {
  chain = await startEvm()
  farcaster = await startFarcaster({ chain })
  running = await startService({ publicOrigin, farcaster: farcaster.server })
  ask = createCaller(running.service.address)
})
afterAll(async () => {
  expect(running.faults).toEqual([])
  await running.stop()
  await farcaster.stop()
  await chain.stop()
})

type Change = Parameters<typeof signRequest>[2]

async function begin(): Promise<{ login: string; url: string }> {
  const { status, body } = await ask('/v1/login/farcaster/start')
  expect(status).toBe(200)
  return body
}
const finish = (login: string): Promise<Answer> => ask('/v1/login/farcaster/finish', { login })

/** Signs what the channel asks for, with the test's lie in it. */
async function answer(url: string, person: FarcasterPerson, change?: Change): Promise<void> {
  const asked = farcaster.read(url)
  if (!asked) throw new Error('The channel is over.')
  farcaster.answer(url, await signRequest(asked, person, change))
}

describe('a login with Farcaster', () => {
  test('waits for the app, signs its person in, and knows them the next time, by whatever key of theirs', async () => {
    const people: string[] = []
    for (const username of ['alice', 'alice2\u202e\n']) {
      const { login, url } = await begin()
      expect(await finish(login)).toMatchObject({ status: 200, body: { isPending: true } })
      await answer(url, { ...farcaster.alice, username })
      const { status, body } = await finish(login)
      expect({ status, name: body.person.userName }).toEqual({
        status: 200,
        name: username.replaceAll(/\p{C}/gu, ''),
      })
      people.push(body.person.id)
      expect((await ask('/v1/session/read', {}, body.access)).body.provider).toBe('farcaster')
      // Once: neither the answer nor the login is good again.
      expect(await finish(login)).toMatchObject({ status: 401, body: { code: 'code_expired' } })
    }
    const privateKey = generatePrivateKey()
    const { address } = privateKeyToAccount(privateKey)
    await farcaster.setKey(farcaster.alice.fid, address, true)
    const { login, url } = await begin()
    await answer(url, { ...farcaster.alice, privateKey })
    const { body } = await finish(login)
    people.push(body.person.id)
    expect(new Set(people).size).toBe(1)
    const bob = await begin()
    await farcaster.scan(bob.url, farcaster.bob)
    expect((await finish(bob.login)).body.person.id).not.toBe(people[0])
  })

  test('asks for what is signed in the wallet’s own name, for ten minutes', async () => {
    const { url } = await begin()
    const { siweUri, domain, nonce, expirationTime = '' } = farcaster.read(url) ?? {}
    expect([siweUri, domain]).toEqual([publicOrigin, 'wallet.example.org'])
    expect(nonce).toMatch(/^[0-9a-f]{32}$/)
    const minutes = (Date.parse(expirationTime) - Date.now()) / 60_000
    expect([minutes > 9, minutes <= 10]).toEqual([true, true])
  })

  test.each([
    ['for another domain', (text: string) => text.replace('wallet.example.org wants', 'evil.example wants')],
    [
      'for a domain that only begins alike',
      (text: string) => text.replace('example.org wants', 'example.org.evil.example wants'),
    ],
    ['for another page', (text: string) => text.replace(`URI: ${publicOrigin}`, 'URI: https://evil.example')],
    ['for another chain', (text: string) => text.replace('Chain ID: 10', 'Chain ID: 1')],
    ['for something else', (text: string) => text.replace('Farcaster Auth', 'Welcome')],
    ['without a statement', (text: string) => text.replace('Farcaster Auth\n\n', '')],
    ['with another nonce', (text: string) => text.replace(/Nonce: \w+/, 'Nonce: 0123456789abcdef')],
    [
      'that has expired',
      (text: string) => text.replace(/Expiration Time: .*/, 'Expiration Time: 2020-01-01T00:00:00.000Z'),
    ],
    [
      'that holds later',
      (text: string) => text.replace('\nResources:', '\nNot Before: 2999-01-01T00:00:00.000Z\nResources:'),
    ],
    [
      'that is older than the login',
      (text: string) => text.replace(/Issued At: .*/, 'Issued At: 2020-01-01T00:00:00.000Z'),
    ],
    ['of another id', (text: string) => text.replace('fid/1001', 'fid/1002')],
    ['of no id', (text: string) => text.replace('farcaster://fid/1001', 'https://example.com')],
    ['of id 0', (text: string) => text.replace('fid/1001', 'fid/0')],
    ['of an id with a path', (text: string) => text.replace('fid/1001', 'fid/1001/../1002')],
    ['of two ids', (text: string) => `${text}\n- farcaster://fid/1002`],
    [
      'behind another one',
      (text: string) => `evil.example wants you to sign in with your Ethereum account:\n${text}`,
    ],
    ['with words behind it', (text: string) => `${text}\n\nand everything else`],
  ])('refuses a message %s', async (_, change) => {
    const { login, url } = await begin()
    await answer(url, farcaster.alice, { change })
    expect(await finish(login)).toMatchObject({ status: 401, body: { code: 'login_failed' } })
    expect(await finish(login)).toMatchObject({ status: 401, body: { code: 'code_expired' } })
  })

  test('refuses a key that owns nothing, and one that signs in somebody else’s name', async () => {
    const stranger = privateKeyToAccount(generatePrivateKey())
    const lies: [FarcasterPerson, Change?][] = [
      [{ ...farcaster.alice, privateKey: generatePrivateKey() }],
      [{ ...farcaster.alice, privateKey: farcaster.bob.privateKey }],
      [farcaster.bob, { address: chain.accounts[0]?.address as Address }],
      [farcaster.alice, { address: stranger.address }],
    ]
    for (const [person, change] of lies) {
      const { login, url } = await begin()
      await answer(url, person, change)
      expect(await finish(login)).toMatchObject({ status: 401, body: { code: 'login_failed' } })
    }
  })

  test('refuses keys that were taken away or are for something else, and an owner who gave the id away', async () => {
    const privateKey = generatePrivateKey()
    const { address } = privateKeyToAccount(privateKey)
    const carol = { fid: 1003, username: 'carol', privateKey }
    const outcome = async () => {
      const { login, url } = await begin()
      await farcaster.scan(url, carol)
      return (await finish(login)).status
    }
    await farcaster.setKey(carol.fid, address, true, 1)
    expect(await outcome()).toBe(401)
    await farcaster.setKey(carol.fid, address, true, 2)
    expect(await outcome()).toBe(200)
    await farcaster.setKey(carol.fid, address, false, 2)
    expect(await outcome()).toBe(401)
    await farcaster.register(carol.fid, address)
    expect(await outcome()).toBe(200)
    await farcaster.register(0, address)
    expect(await outcome()).toBe(401)
  })

  test('refuses what was signed for another login, and what was changed after it was signed', async () => {
    const [first, second] = [await begin(), await begin()]
    const asked = farcaster.read(first.url)
    if (!asked) throw new Error('No channel')
    const signed = await signRequest(asked, farcaster.alice)
    farcaster.answer(second.url, signed)
    expect(await finish(second.login)).toMatchObject({ status: 401, body: { code: 'login_failed' } })
    const last = signed.signature.at(-5) === 'a' ? 'b' : 'a'
    farcaster.answer(first.url, {
      ...signed,
      signature: `${signed.signature.slice(0, -5)}${last}${signed.signature.slice(-4)}` as Hex,
    })
    expect(await finish(first.login)).toMatchObject({ status: 401, body: { code: 'login_failed' } })
  })

  test('is for the app and the browser that began it', async () => {
    const { login, url } = await begin()
    await farcaster.scan(url, farcaster.alice)
    const other = createCaller(running.service.address, { origin: 'https://shop.other.example' })
    expect(await other('/v1/login/farcaster/finish', { login })).toMatchObject({ status: 401 })
    expect(await finish('A'.repeat(43))).toMatchObject({ status: 401, body: { code: 'code_expired' } })
    // The signature is still there for the browser that began.
    expect((await finish(login)).status).toBe(200)
  })

  test('of two questions at once, one signs in', async () => {
    const { login, url } = await begin()
    await farcaster.scan(url, farcaster.alice)
    const answers = await Promise.all([finish(login), finish(login), finish(login)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is over when its channel is, and after ten minutes', async () => {
    const gone = await begin()
    farcaster.expire(gone.url)
    const late = await begin()
    await farcaster.scan(late.url, farcaster.alice)
    running.pass(10 * 60_000)
    for (const { login } of [gone, late]) {
      expect(await finish(login)).toMatchObject({ status: 401, body: { code: 'code_expired' } })
    }
    running.pass(-10 * 60_000)
  })

  test('takes the signature of an account that is a contract, deployed or not yet', async () => {
    const key = generatePrivateKey()
    const owner = privateKeyToAccount(key)
    const factory = chain.contracts.ownedAccountFactory
    const args = [owner.address, `0x${'00'.repeat(32)}`] as const
    const account = (await chain.client.readContract({
      address: factory,
      abi: ownedAccountFactoryAbi,
      functionName: 'addressOf',
      args,
    })) as Address
    const data = encodeFunctionData({ abi: ownedAccountFactoryAbi, functionName: 'create', args })
    const dave = { fid: 1004, username: 'dave', privateKey: key }
    await farcaster.register(dave.fid, account)
    const outcome = async (wrap: (signature: Hex) => Hex) => {
      const { login, url } = await begin()
      const asked = farcaster.read(url)
      if (!asked) throw new Error('No channel')
      const signed = await signRequest(asked, dave, { address: account })
      farcaster.answer(url, { ...signed, signature: wrap(signed.signature) })
      return (await finish(login)).status
    }
    const wrapped = (signature: Hex) => serializeErc6492Signature({ address: factory, data, signature })
    expect(await outcome((signature) => signature)).toBe(401)
    expect(await outcome(wrapped)).toBe(200)
    const from = chain.accounts[5]?.address as Address
    await chain.client.sendTransaction({ account: from, to: factory, data })
    expect(await outcome((signature) => signature)).toBe(200)
    expect(await outcome(() => encodeAbiParameters([{ type: 'bytes32' }], [hashMessage('x')]))).toBe(401)
  })
})

describe('a relay that lies or fails', () => {
  const servers: Server[] = []
  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections()
      server.close()
    }
  })
  async function relayThat(listener: RequestListener): Promise<string> {
    const server = createServer(listener)
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  const channel = JSON.stringify({ channelToken: 'channel-token', url: 'http://127.0.0.1:1/siwf' })
  const isStart = (url = '') => url === '/v1/channel'

  test.each<[string, number, string, number]>([
    ['is down', 500, 'no', 503],
    ['answers a page', 200, '<html>', 503],
    ['says it is done and sends nothing', 200, '{"state":"completed"}', 503],
    ['sends a signature that is none', 200, '{"state":"completed","message":"a","signature":"0xzz"}', 503],
    ['sends 1 MB', 200, `{"state":"completed","message":"${'a'.repeat(1_000_000)}"}`, 503],
    [
      'makes an answer up',
      200,
      '{"state":"completed","fid":1001,"username":"alice","message":"hello","signature":"0x1234"}',
      401,
    ],
    ['waits for ever', 202, '{"state":"pending"}', 200],
    ['forgot the channel', 401, '{}', 401],
  ])('that %s signs nobody in', async (_, status, body, expected) => {
    const relay = await relayThat(({ url }, response) => {
      if (isStart(url)) response.writeHead(201).end(channel)
      else response.writeHead(status).end(body)
    })
    const own = await startService({ publicOrigin, farcaster: { ...farcaster.server, relay } })
    const ownAsk = createCaller(own.service.address)
    const { login } = (await ownAsk('/v1/login/farcaster/start')).body
    const answered = await ownAsk('/v1/login/farcaster/finish', { login })
    expect(answered.status).toBe(expected)
    expect(answered.body.access).toBeUndefined()
    expect(own.faults).toEqual([])
    await own.stop()
  })

  test.each([
    ['leads elsewhere', 302, '', { location: 'http://127.0.0.1:1/' }],
    ['names no link', 201, '{"channelToken":"channel-token"}', {}],
    ['names a script', 201, '{"channelToken":"channel-token","url":"javascript:alert(1)"}', {}],
    ['names a token that ends a header', 201, '{"channelToken":"a\\r\\nb: c","url":"https://a.example"}', {}],
    ['is down', 503, 'no', {}],
  ])('that %s starts nothing', async (_, status, body, headers) => {
    const relay = await relayThat((_request, response) => response.writeHead(status, headers).end(body))
    const own = await startService({ publicOrigin, farcaster: { ...farcaster.server, relay } })
    expect(await createCaller(own.service.address)('/v1/login/farcaster/start')).toMatchObject({
      status: 503,
      body: { code: 'service_unavailable' },
    })
    await own.stop()
  })

  test('can’t make up for a registry that isn’t read', async () => {
    const down = { ...farcaster.server, rpcUrl: 'http://127.0.0.1:1' }
    const elsewhere = { ...farcaster.server, idRegistry: chain.accounts[3]?.address as Address }
    for (const options of [down, elsewhere]) {
      const own = await startService({ publicOrigin, farcaster: options })
      const ownAsk = createCaller(own.service.address)
      const { login, url } = (await ownAsk('/v1/login/farcaster/start')).body
      await farcaster.scan(url, farcaster.alice)
      expect(await ownAsk('/v1/login/farcaster/finish', { login })).toMatchObject({
        status: 503,
        body: { code: 'service_unavailable' },
      })
      await own.stop()
    }
  })
})

describe('a signature that the relay handed out', () => {
  test('is kept while the registry is down, and signs in once it is back, once', async () => {
    let isDown = true
    const node = createServer(async (request, response) => {
      if (isDown) return response.writeHead(500).end()
      const answered = await fetch(chain.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: (await request.toArray()).join(''),
      })
      response.end(await answered.text())
    })
    await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', () => resolve()))
    const rpcUrl = `http://127.0.0.1:${(node.address() as AddressInfo).port}`
    const own = await startService({ publicOrigin, farcaster: { ...farcaster.server, rpcUrl } })
    const ownAsk = createCaller(own.service.address)
    const { login, url } = (await ownAsk('/v1/login/farcaster/start')).body
    await farcaster.scan(url, farcaster.alice)
    const retry = () => ownAsk('/v1/login/farcaster/finish', { login })
    for (let round = 0; round < 2; round += 1) {
      expect(await retry()).toMatchObject({ status: 503, body: { code: 'service_unavailable' } })
    }
    isDown = false
    const answers = await Promise.all([retry(), retry(), retry()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await retry()).toMatchObject({ status: 401, body: { code: 'code_expired' } })
    await own.stop()
    node.closeAllConnections()
    node.close()
  })

  test('is not asked for by an address that may not try any more', async () => {
    const limits = { triesPerIp: { count: 2, windowMilliseconds: 60_000 } }
    const own = await startService({ publicOrigin, farcaster: farcaster.server, limits })
    const ownAsk = createCaller(own.service.address)
    const { login, url } = (await ownAsk('/v1/login/farcaster/start')).body
    await ownAsk('/v1/login/farcaster/start')
    await farcaster.scan(url, farcaster.alice)
    expect(await ownAsk('/v1/login/farcaster/finish', { login })).toMatchObject({ status: 429 })
    expect(farcaster.read(url)).toBeDefined()
    own.pass(60_000)
    expect(await ownAsk('/v1/login/farcaster/finish', { login })).toMatchObject({ status: 200 })
    await own.stop()
  })
})

test('a service without Farcaster says so', async () => {
  const own = await startService({ publicOrigin })
  for (const path of ['start', 'finish']) {
    const answered = await createCaller(own.service.address)(`/v1/login/farcaster/${path}`, {
      login: 'A'.repeat(43),
    })
    expect(answered).toMatchObject({ status: 404, body: { code: 'not_available' } })
  }
  await own.stop()
})
