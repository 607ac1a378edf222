// Names kept in accounts of a real node, in the layout of the programs that keep them on mainnet.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type SolanaStack, startSolana } from '@latchkey/devstack/solana'
import type { Kernel } from '@latchkey/kernel'
import { Identities } from '@latchkey/kernel/contracts'
import { Keypair, PublicKey } from '@solana/web3.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import vectors from '../../../vectors/names_sns.json' with { type: 'json' }
import { capabilityOf, createTestKernel, faultOf } from '../../../test/context.js'
import { bytes, join, type Key, namePlaces } from '../../../test/namePlaces.js'
import { defineSolanaNetwork, type SolanaNetwork } from '../../index.js'
import { token2022Program, tokenProgram } from '../tokenPrograms.js'
import {
  domainKey,
  nameMint,
  recordProgram,
  recordV1Key,
  recordV2Key,
  reverseKey,
  solClass,
  solRecordKey,
  solRecordMint,
} from './nameKeys.js'

let stack: SolanaStack
let network: SolanaNetwork
let places: ReturnType<typeof namePlaces>
const kernels: Kernel[] = []
const servers: Server[] = []

beforeAll(async () => {
  stack = await startSolana()
  network = networkAt(stack.url)
  places = namePlaces(stack)
}, 120_000)
afterAll(() => stack?.stop())
afterEach(async () => {
  await Promise.all(kernels.splice(0).map((kernel) => kernel.dispose()))
  for (const server of servers.splice(0)) server.close()
})

const networkAt = (url: string, names = true) =>
  defineSolanaNetwork({ genesisHash: stack.genesisHash, name: 'Localnet', rpcUrls: [url], names })

function newKey(): Key {
  const { publicKey, secretKey } = Keypair.generate()
  return { address: publicKey.toBase58(), secret: secretKey.slice(0, 32) }
}
const newAddress = () => newKey().address
const program = PublicKey.findProgramAddressSync([Buffer.from('held')], PublicKey.default)[0].toBase58()

/** A name that no other test has. */
const newName = () => `name-${Keypair.generate().publicKey.toBase58().slice(0, 12).toLowerCase()}`

function names(on = network) {
  const kernel = createTestKernel({ networks: [on] })
  kernels.push(kernel)
  const identities = capabilityOf(kernel, Identities)
  return {
    supports: identities.supports?.(network.id),
    resolve: (name: string) => identities.resolve({ networkId: network.id, name }),
    lookup: (address: string) => identities.lookup({ networkId: network.id, address }),
  }
}
const resolve = (name: string) => names().resolve(name)
const lookup = (address: string) => names().lookup(address)

/** The same chain, as a node tells it that has finalized that slot. */
async function atSlot(slot: number) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString()
      const { method, id } = JSON.parse(body) as { method: string; id: number }
      response.setHeader('content-type', 'application/json')
      if (method === 'getSlot') return response.end(JSON.stringify({ jsonrpc: '2.0', id, result: slot }))
      const headers = { 'content-type': 'application/json' }
      response.end(await (await fetch(stack.url, { method: 'POST', headers, body })).text())
    })
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return names(networkAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
}
const afterTheMove = 452_825_395

describe('where a name is kept', () => {
  const each = (facts: Record<string, string>) => Object.entries(facts)
  it('follows the public facts of mainnet', () => {
    for (const [name, key] of each(vectors.domains)) expect(domainKey(name.split('.'))).toBe(key)
    for (const [name, key] of each(vectors.mints)) expect(nameMint(domainKey(name.split('.')))).toBe(key)
    for (const [name, key] of each(vectors.recordsV2))
      expect(recordV2Key(domainKey(name.split('.')))).toBe(key)
    for (const [name, key] of each(vectors.solRecords)) expect(solRecordKey(name)).toBe(key)
    for (const [name, key] of each(vectors.reverse)) {
      const [first = '', parent] = name.split('.')
      expect(reverseKey(domainKey(parent ? [first, parent] : [first]), parent && domainKey([parent]))).toBe(
        key,
      )
    }
  })

  it('has the class of .sol that its programs derive', () => {
    const at = (seeds: Uint8Array[], by: string) =>
      PublicKey.findProgramAddressSync(seeds, new PublicKey(by))[0]
    const registrar = at([Buffer.from('central_state')], vectors.solRegistrar)
    const found = at([Buffer.from('class'), registrar.toBytes(), Buffer.from('.sol')], recordProgram)
    expect(found.toBase58()).toBe(solClass)
  })
})

describe('whom a name stands for', () => {
  it('its owner, whatever its case, and nobody when nobody owns it', async () => {
    const [name, owner] = [newName(), newAddress()]
    await places.registry([name], owner)
    expect(await resolve(`${name}.sns`)).toBe(owner)
    expect(await resolve(` ${name.toUpperCase()}.SNS `)).toBe(owner)
    expect(await resolve(`${name}.sol`)).toBe(owner)
    expect(await resolve('nobody-has-this.sns')).toBeUndefined()
    expect(await resolve('alice.eth')).toBeUndefined()
  })

  it('a name below another one has an owner of its own', async () => {
    const [name, owner, sub] = [newName(), newAddress(), newAddress()]
    await places.registry([name], owner)
    await places.registry(['pay', name], sub)
    expect(await resolve(`pay.${name}.sns`)).toBe(sub)
  })

  it('whom its record names, with the owner’s signature', async () => {
    const [name, owner, payee] = [newName(), newKey(), newAddress()]
    await places.registry([name], owner.address)
    await places.recordV1([name], payee, owner)
    expect(await resolve(`${name}.sns`)).toBe(payee)
    // The name was sold: what its last owner signed stands for nothing.
    const buyer = newAddress()
    await places.registry([name], buyer)
    expect(await resolve(`${name}.sns`)).toBe(buyer)
  })

  it('whom the proven record names, before a signed one', async () => {
    const [name, owner, payee] = [newName(), newKey(), newAddress()]
    await places.registry([name], owner.address)
    await places.recordV1([name], newAddress(), owner)
    await places.recordV2([name], { content: payee, provenFor: owner.address })
    expect(await resolve(`${name}.sns`)).toBe(payee)
    const buyer = newAddress()
    await places.registry([name], buyer)
    expect(await resolve(`${name}.sns`)).toBe(buyer)
  })

  it('who holds its NFT, while there is one', async () => {
    const [name, owner, holder] = [newName(), newAddress(), newAddress()]
    await places.registry([name], owner)
    await places.tokenRecord([name], 2)
    const mint = nameMint(domainKey([name]))
    await places.token(mint, tokenProgram, { account: newAddress(), owner: holder })
    expect(await resolve(`${name}.sns`)).toBe(holder)
    await places.tokenRecord([name], 3)
    // Anybody can send a little SOL to where a record would be; that makes none.
    await places.place(recordV2Key(domainKey([name])), new Uint8Array(0), PublicKey.default.toBase58())
    expect(await resolve(`${name}.sns`)).toBe(owner)
  })
})

describe('names that end in .sol, which move', () => {
  it('are what both registries say', async () => {
    const [name, owner] = [newName(), newAddress()]
    await places.registry([name], owner)
    await places.solRecord(name, owner)
    const moved = await atSlot(afterTheMove)
    expect(await moved.resolve(`${name}.sol`)).toBe(owner)
    expect(await moved.resolve(`${name}.sns`)).toBe(owner)
    expect(await moved.resolve('nobody-has-this.sol')).toBeUndefined()
  })

  it.each([
    ['only the old one has it', async (name: string) => places.registry([name], newAddress())],
    ['only the new one has it', async (name: string) => places.solRecord(name, newAddress())],
    [
      'they name different people',
      async (name: string) => {
        await places.registry([name], newAddress())
        await places.solRecord(name, newAddress())
      },
    ],
    [
      'the new one has ended',
      async (name: string) => {
        const owner = newAddress()
        await places.registry([name], owner)
        await places.solRecord(name, owner, { expiry: 1n })
      },
    ],
  ])('are refused when %s', async (_, prepare) => {
    const name = newName()
    await prepare(name)
    const moved = await atSlot(afterTheMove)
    expect(await faultOf(moved.resolve(`${name}.sol`))).toContain('NAME_MOVING')
  })

  it('can be held as a token of the new registry', async () => {
    const [name, owner] = [newName(), newAddress()]
    const mint = solRecordMint(solRecordKey(name))
    await places.registry([name], owner)
    await places.solRecord(name, mint, { holder: 1 })
    await places.token(mint, token2022Program, { account: newAddress(), owner })
    const moved = await atSlot(afterTheMove)
    expect(await moved.resolve(`${name}.sol`)).toBe(owner)
    await places.solRecord(name, newAddress(), { holder: 1 })
    expect(await faultOf(moved.resolve(`${name}.sol`))).toContain('NAME_RECORD_INVALID')
  })
})

describe('what cannot be trusted', () => {
  it.each([
    'alıce.sol',
    'аlice.sol',
    'ali\u200bce.sol',
    '\u212Bice.sns',
    'a.b.c.sol',
    '.sol',
    'a_b.sol',
    '-a.sol',
  ])('refuses “%s”, and asks nobody', async (name) => {
    const offline = names(networkAt('http://127.0.0.1:9'))
    expect(await faultOf(offline.resolve(name))).toContain('NAME_INVALID')
  })

  it('refuses accounts that another program wrote, that are cut off, or that belong elsewhere', async () => {
    const [name, owner] = [newName(), newKey()]
    const domain = domainKey([name])
    const good = join(bytes(vectors.domains.bonfida), bytes(owner.address), new Uint8Array(32))
    await places.place(domain, good)
    expect(await faultOf(resolve(`${name}.sns`))).toContain('NAME_RECORD_INVALID')
    await places.registry([name], owner.address)
    expect(await resolve(`${name}.sns`)).toBe(owner.address)
    await places.place(domain, join(bytes(domain), bytes(owner.address), new Uint8Array(32)), tokenProgram)
    expect(await faultOf(resolve(`${name}.sns`))).toContain('NAME_RECORD_INVALID')
    await places.place(domain, new Uint8Array(95))
    expect(await faultOf(resolve(`${name}.sns`))).toContain('NAME_RECORD_INVALID')
  })

  it.each([
    ['is proven by no key', { proofs: [0, 0, 0, 0] }],
    ['is proven by a key of Ethereum', { proofs: [2, 0, 2, 0] }],
    ['whom it names has not agreed', { agreed: 'Crf8hzfthWGbGbLTVCiqRqV5MVnbpHB1L9KQMd6gsinb' }],
  ])('refuses a record that %s', async (_, change) => {
    const [name, owner] = [newName(), newAddress()]
    await places.registry([name], owner)
    await places.recordV2([name], { content: newAddress(), provenFor: owner, ...change })
    expect(await faultOf(resolve(`${name}.sns`))).toContain('NAME_RECORD_INVALID')
  })

  it('passes over a signed record that is cut off, or signed by somebody else', async () => {
    const [name, owner] = [newName(), newAddress()]
    await places.registry([name], owner)
    await places.recordV1([name], newAddress(), newKey())
    expect(await resolve(`${name}.sns`)).toBe(owner)
    const domain = domainKey([name])
    const head = join(bytes(domain), bytes(owner), new Uint8Array(32))
    await places.place(recordV1Key(domain), join(head, new Uint8Array(60)))
    expect(await resolve(`${name}.sns`)).toBe(owner)
  })

  it('refuses to pay a program', async () => {
    const name = newName()
    await places.registry([name], program)
    expect(await faultOf(resolve(`${name}.sns`))).toMatchInlineSnapshot(`
      "NAME_HELD_BY_PROGRAM: This name belongs to a program, not to a person. Ask for the address.

      Owner: Eeu4dFuFCXrPcCNYWe7a7frRwSbQFFJiTDKLQWKm7EyY"
    `)
  })

  it('refuses to pay the address of zeros', async () => {
    const name = newName()
    await places.registry([name], PublicKey.default.toBase58())
    expect(await faultOf(resolve(`${name}.sns`))).toContain('NAME_HELD_BY_PROGRAM')
  })

  it('refuses a token that more than one account can hold', async () => {
    const [name, owner] = [newName(), newAddress()]
    const mint = nameMint(domainKey([name]))
    await places.registry([name], owner)
    await places.tokenRecord([name], 2)
    await places.token(mint, tokenProgram, { account: newAddress(), owner: newAddress(), supply: 2n })
    expect(await faultOf(resolve(`${name}.sns`))).toContain('NAME_RECORD_INVALID')
    await places.token(mint, tokenProgram, { account: newAddress(), owner: newAddress() })
    expect(await faultOf(resolve(`${name}.sns`))).toContain('NAME_RECORD_INVALID')
  })
})

describe('the name an account goes by', () => {
  it('is the one it chose, that stands for it', async () => {
    const [name, owner] = [newName(), newAddress()]
    expect(await lookup(owner)).toEqual({})
    await places.registry([name], owner)
    await places.favourite(owner, [name])
    expect(await lookup(owner)).toEqual({ name: `${name}.sns` })
    await places.registry([name], newAddress())
    expect(await lookup(owner)).toEqual({})
  })

  it('can be below another one', async () => {
    const [name, owner] = [newName(), newAddress()]
    await places.registry([name], newAddress())
    await places.favourite(newAddress(), [name])
    await places.registry(['pay', name], owner)
    await places.favourite(owner, ['pay', name])
    expect(await lookup(owner)).toEqual({ name: `pay.${name}.sns` })
  })

  it.each(['bonfida', 'Name', 'nаme', 'a.b', ''])(
    'is none when its reverse record says “%s”',
    async (said) => {
      const [name, owner] = [newName(), newAddress()]
      await places.registry([name], owner)
      await places.favourite(owner, [name], said)
      expect(await lookup(owner)).toEqual({})
    },
  )

  it('is asked for on networks alone that keep names', async () => {
    const [name, owner] = [newName(), newAddress()]
    await places.registry([name], owner)
    await places.favourite(owner, [name])
    const bare = names(networkAt(stack.url, false))
    expect([bare.supports, names().supports]).toEqual([false, true])
    expect([await bare.lookup(owner), await bare.resolve(`${name}.sns`)]).toEqual([{}, undefined])
  })

  it('is a fault, not nothing, when no node answers', async () => {
    const offline = names(networkAt('http://127.0.0.1:9'))
    expect(await faultOf(offline.lookup(newAddress()))).toContain('SOLANA_RPC_UNREACHABLE')
  })
})
