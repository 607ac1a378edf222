import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Address, encodeAbiParameters } from 'viem'
import * as z from 'zod/mini'
import { artifacts } from '../evm/artifacts.js'
import { type Deployer, withDeployer } from '../evm/deployer.js'
import type { EvmStack } from '../evm/evmStack.js'
import { close, listen } from '../http/listen.js'
import { readBody } from '../http/readBody.js'
import { gonePage, requestPage, signedPage } from './farcasterPage.js'
import {
  type FarcasterPerson,
  type FarcasterRequest,
  type FarcasterSignature,
  signRequest,
} from './signRequest.js'

export interface FarcasterOptions {
  /** The chain that the registry is put on. Its first two accounts own the ids of alice and bob. */
  readonly chain: EvmStack
  /** Default a free one. */
  readonly port?: number
}

/** A Farcaster Auth relay, the registry of ids, and the app that signs, all local. */
export interface FarcasterStack {
  /** The options for a server that lets people sign in. */
  readonly server: {
    readonly relay: string
    readonly rpcUrl: string
    readonly idRegistry: Address
    readonly keyRegistry: Address
  }
  readonly alice: FarcasterPerson
  readonly bob: FarcasterPerson
  /** Gives an id to an owner. Id 0 removes the owner's id. */
  register(fid: number, owner: Address): Promise<void>
  /** Allows an address to sign in for an id, or no longer allows it. `keyType` 2 is an address, 1 a key that signs casts. */
  setKey(fid: number, address: Address, isAdded: boolean, keyType?: number): Promise<void>
  /** The request of the channel behind a link; `undefined` once the channel is closed. */
  read(url: string): FarcasterRequest | undefined
  /** Gives the channel a signature, as an app does. */
  answer(url: string, signed: FarcasterSignature): void
  /** Scans the code and signs, as the person's own app. */
  scan(url: string, person: FarcasterPerson): Promise<void>
  /** Closes the channel, as if it had expired. */
  expire(url: string): void
  stop(): Promise<void>
}

interface Channel {
  readonly request: FarcasterRequest
  signed: FarcasterSignature | undefined
}

const requestShape = z.object({
  siweUri: z.url(),
  domain: z.string().check(z.minLength(1)),
  nonce: z._default(z.string().check(z.regex(/^[0-9A-Za-z]{8,}$/)), () => randomUUID().replaceAll('-', '')),
  notBefore: z.optional(z.string()),
  expirationTime: z.optional(z.string()),
  requestId: z.optional(z.string()),
})

/** Starts the parties of Sign In With Farcaster on loopback and on a local chain. */
export async function startFarcaster({ chain, port = 0 }: FarcasterOptions): Promise<FarcasterStack> {
  const [first, second] = chain.accounts
  if (!first || !second) throw new Error('The chain has no accounts.')
  const alice: FarcasterPerson = { fid: 1001, username: 'alice', privateKey: first.privateKey }
  const bob: FarcasterPerson = { fid: 1002, username: 'bob', privateKey: second.privateKey }
  const registry = await deployRegistry(chain, { [alice.fid]: first.address, [bob.fid]: second.address })
  const channels = new Map<string, Channel>()
  const server = createServer((request, response) => {
    respond({ request, response, channels, people: [alice, bob], relay }).catch((error: unknown) =>
      response.writeHead(400).end(JSON.stringify({ error: String(error) })),
    )
  })
  const relay = `http://127.0.0.1:${await listen(server, port)}`
  const write = (run: (deployer: Deployer) => Promise<void>) => withDeployer(chain.client, run)
  const { abi } = artifacts.farcasterRegistry
  const answer = (url: string, signed: FarcasterSignature) => {
    const channel = channels.get(tokenOf(url))
    if (!channel) throw new Error('The channel is over.')
    channel.signed = signed
  }
  const read = (url: string) => channels.get(tokenOf(url))?.request
  return {
    server: { relay, rpcUrl: chain.url, idRegistry: registry, keyRegistry: registry },
    alice,
    bob,
    register: (fid, owner) =>
      write((deployer) => deployer.call(registry, abi, 'register', [BigInt(fid), owner])),
    setKey: (fid, address, isAdded, keyType = 2) => {
      const key = encodeAbiParameters([{ type: 'address' }], [address])
      const values = [BigInt(fid), key, isAdded ? 1 : 2, keyType]
      return write((deployer) => deployer.call(registry, abi, 'setKey', values))
    },
    read,
    answer,
    async scan(url, person) {
      const asked = read(url)
      if (!asked) throw new Error('The channel is over.')
      answer(url, await signRequest(asked, person))
    },
    expire: (url) => void channels.delete(tokenOf(url)),
    stop: () => close(server),
  }
}

const tokenOf = (url: string) => new URL(url).searchParams.get('channelToken') ?? ''

const deployRegistry = (chain: EvmStack, owners: Readonly<Record<number, Address>>): Promise<Address> =>
  withDeployer(chain.client, async (deployer) => {
    const { abi } = artifacts.farcasterRegistry
    const registry = await deployer.deploy(artifacts.farcasterRegistry)
    for (const [fid, owner] of Object.entries(owners)) {
      await deployer.call(registry, abi, 'register', [BigInt(fid), owner])
    }
    return registry
  })

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly channels: Map<string, Channel>
  readonly people: readonly FarcasterPerson[]
  readonly relay: string
}

/** The relay's protocol, as its client documents it, and the page that its links open. */
async function respond({ request, response, channels, people, relay }: Exchange): Promise<void> {
  const { pathname, href } = new URL(request.url ?? '/', relay)
  const json = (status: number, body: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  const html = (body: string) =>
    void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(body)
  if (request.method === 'POST' && pathname === '/v1/channel') {
    const asked = z.parse(requestShape, JSON.parse(await readBody(request, 20_000)))
    const channelToken = randomUUID()
    channels.set(channelToken, { request: asked, signed: undefined })
    return json(201, { channelToken, url: `${relay}/siwf?channelToken=${channelToken}`, nonce: asked.nonce })
  }
  if (pathname === '/v1/channel/status') {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    const channel = channels.get(token)
    if (!channel) return json(401, { error: 'Unauthorized' })
    const { signed, request: signatureParams } = channel
    if (!signed) return json(202, { state: 'pending', nonce: signatureParams.nonce, signatureParams })
    // A signature can be read only once.
    channels.delete(token)
    return json(200, { state: 'completed', nonce: signatureParams.nonce, signatureParams, ...signed })
  }
  if (pathname !== '/siwf') return json(404, { error: 'Not found' })
  if (request.method === 'GET') {
    const token = tokenOf(href)
    const channel = channels.get(token)
    return html(channel ? requestPage(token, channel.request, people) : gonePage)
  }
  const form = new URLSearchParams(await readBody(request, 20_000))
  const channel = channels.get(form.get('channelToken') ?? '')
  const person = people.find(({ fid }) => String(fid) === form.get('fid'))
  if (!channel || !person) return html(gonePage)
  channel.signed = await signRequest(channel.request, person)
  return html(signedPage)
}
