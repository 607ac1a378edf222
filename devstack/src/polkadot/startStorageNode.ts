import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import * as z from 'zod/mini'

/** What the node is, and what its runtime keeps. */
export interface StorageNodeOptions {
  /** 0x hex of the runtime's metadata, version 14 to 16. */
  readonly metadata: string
  /** As `state_getRuntimeVersion` answers. */
  readonly runtimeVersion: unknown
  /** 0x hex of 32 bytes. */
  readonly genesisHash: string
  readonly ss58Prefix: number
  readonly symbol: string
  readonly decimals: number
}

/** A running node without a runtime. */
export interface StorageNode {
  /** WebSocket JSON-RPC. */
  readonly url: string
  /** Methods that were asked for, in order. */
  readonly asked: readonly string[]
  /** Sets or, by null, takes away what is kept under a key: 0x hex both, the value in SCALE. */
  set(key: string, value: string | null): void
  stop(): Promise<void>
}

const request = z.object({
  id: z.union([z.number(), z.string()]),
  method: z.string(),
  params: z._default(z.array(z.unknown()), []),
})

const zeros = `0x${'00'.repeat(32)}`
const hashOf = (height: number) => `0x${height.toString(16).padStart(64, 'f')}`

type Answers = Readonly<Record<string, (parameters: readonly unknown[]) => unknown>>

/**
 * Starts a node that answers reads over real JSON-RPC, for runtimes that no local node can run: their metadata is public,
 * their code needs a relay chain. Nothing can be sent to it.
 */
export async function startStorageNode(options: StorageNodeOptions): Promise<StorageNode> {
  const storage = new Map<string, string>()
  const asked: string[] = []
  let height = 1
  const answers: Answers = {
    rpc_methods: () => ({ methods: Object.keys(answers) }),
    system_chain: () => 'Stand-in',
    system_properties: () => ({
      ss58Format: options.ss58Prefix,
      tokenDecimals: options.decimals,
      tokenSymbol: options.symbol,
    }),
    state_getMetadata: () => options.metadata,
    state_getRuntimeVersion: () => options.runtimeVersion,
    state_subscribeRuntimeVersion: () => 'versions',
    state_unsubscribeRuntimeVersion: () => true,
    chain_getBlockHash: ([given]) => (given === 0 ? options.genesisHash : hashOf(height)),
    chain_getFinalizedHead: () => hashOf(height),
    chain_getHeader: () => ({
      parentHash: hashOf(height - 1),
      number: `0x${height.toString(16)}`,
      stateRoot: zeros,
      extrinsicsRoot: zeros,
      digest: { logs: [] },
    }),
    state_getStorage: ([key]) => storage.get(String(key)) ?? null,
    state_queryStorageAt: ([keys]) => [
      {
        block: hashOf(height),
        changes: z.parse(z.array(z.string()), keys).map((key) => [key, storage.get(key) ?? null]),
      },
    ],
  }
  const server = serve(answers, asked, options.runtimeVersion)
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    set(key, value) {
      // Clients may keep what a block said for good, so that what changes is in another one.
      height += 1
      if (value === null) storage.delete(key)
      else storage.set(key, value)
    },
    async stop() {
      for (const socket of server.clients) socket.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function serve(answers: Answers, asked: string[], runtimeVersion: unknown): WebSocketServer {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (socket) =>
    socket.on('message', (data) => {
      const { id, method, params } = z.parse(request, JSON.parse(String(data)))
      asked.push(method)
      const answer = answers[method]
      const error = { code: -32_601, message: 'Method not found' }
      reply(socket, answer ? { id, result: answer(params) } : { id, error })
      if (method !== 'state_subscribeRuntimeVersion') return
      reply(socket, {
        method: 'state_runtimeVersion',
        params: { subscription: 'versions', result: runtimeVersion },
      })
    }),
  )
  return server
}

function reply(socket: WebSocket, message: object): void {
  socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }))
}
