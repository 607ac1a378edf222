import { fakeHttp } from '@latchkey/kernel/testing'
import type { Account, Clock, LogService, NetworkId, Token } from '@latchkey/kernel/plugin'
import { findCapability } from '@latchkey/kernel/contracts'
// What the tests of this package share. Not published.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEvmTestWallet, type EvmTestWalletOptions } from '../../../testkit/src/evm/index.js'
import { createCapabilities } from '../src/capabilities.js'
import { type ClientOptions, createClients } from '../src/clients.js'
import type { EvmChain } from '../src/evmChain.js'
import { type RpcUrls, readNetworks } from '../src/networks.js'

export const realClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, delay) => setTimeout(callback, delay),
  clearTimeout: (handle) => clearTimeout(handle),
}

/** A log that keeps what it is told. */
export function recordingLog(): LogService & { readonly lines: string[] } {
  const lines: string[] = []
  const write = (level: string) => (message: string) => void lines.push(`${level}: ${message}`)
  return { lines, error: write('error'), warn: write('warn'), info: write('info'), debug: write('debug') }
}

export const networkIdOf = (stack: { readonly chainId: number }): NetworkId => `eip155:${stack.chainId}`

/** What is used of a local chain. */
interface TestChain {
  readonly url: string
  readonly chainId: number
  readonly chain: EvmChain
  readonly accounts: readonly { readonly address: string; readonly privateKey: `0x${string}` }[]
}

/** The plugin's capabilities over given chains, with a real wallet that may see its accounts. */
export function setUpCapabilities(
  stacks: readonly TestChain[],
  settings: {
    readonly chains?: readonly EvmChain[]
    readonly rpcUrls?: RpcUrls
    readonly options?: ClientOptions
    readonly wallet?: EvmTestWalletOptions
    readonly clock?: Clock
  } = {},
) {
  const networks = readNetworks(settings.chains ?? stacks.map(({ chain }) => chain), settings.rpcUrls)
  const log = recordingLog()
  const controller = new AbortController()
  const options = settings.options ?? {}
  const clock = settings.clock ?? realClock
  const clients = createClients(networks, options, { log, clock, signal: controller.signal })
  const capabilities = createCapabilities({ networks, clients, clock, http: fakeHttp(), log, options })
  const wallet = createEvmTestWallet({
    chains: stacks.map(({ chainId, url }) => ({ chainId, rpcUrl: url })),
    accounts: (stacks[0]?.accounts ?? []).map(({ privateKey }) => privateKey),
    permitted: true,
    ...settings.wallet,
  })
  const [stack] = stacks as [TestChain]
  const { address } = stack.accounts[0] as TestChain['accounts'][number]
  const networkId = networkIdOf(stack)
  const account: Account = { id: `${networkId}:${address}`, namespace: 'eip155', address, kind: 'eoa' }
  return {
    log,
    clients,
    wallet,
    provider: wallet.provider,
    account,
    networkId,
    dispose: () => controller.abort(),
    get<T>(key: Token<T>): T {
      const found = findCapability(capabilities, key)
      if (!found) throw new Error(`No capability ${key.id}.`)
      return found
    },
  }
}

export interface TestServer {
  readonly url: string
  /** The JSON bodies of all requests, oldest first. */
  readonly bodies: unknown[]
  stop(): Promise<void>
}

/** An HTTP server on loopback that answers as the handler says. */
export async function startServer(
  handle: (body: unknown, response: ServerResponse, request: IncomingMessage) => void | Promise<void>,
): Promise<TestServer> {
  const bodies: unknown[] = []
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null')
      bodies.push(body)
      void handle(body, response, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export function answerJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

/** Passes every request to a node and counts them. */
export function startProxy(target: string): Promise<TestServer> {
  return startServer(async (body, response) => {
    const answer = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    answerJson(response, await answer.json(), answer.status)
  })
}
