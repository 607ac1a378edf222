import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Ledger, type NodeRefusal, price } from './createLedger.js'

type Behaviour = 'answers' | 'hangs' | 'fails'
type Method = (...params: never[]) => unknown

/** The answer to each question, by the name that Sui's JSON-RPC has for it. */
const methodsOf = (ledger: Ledger): Readonly<Record<string, Method>> => ({
  suix_getReferenceGasPrice: () => `${price}`,
  suix_getBalance: (owner: string, coinType: string) => ({
    coinType,
    coinObjectCount: ledger.coins(owner).length,
    totalBalance: `${ledger.balance(owner)}`,
    lockedBalance: {},
  }),
  suix_getCoins: (owner: string, coinType: string, cursor: string | null, limit: number) => {
    const all = ledger.coins(owner)
    const start = cursor === null ? 0 : all.findIndex(({ id }) => id === cursor) + 1
    const page = all.slice(start, start + limit)
    return {
      data: page.map(({ id, version, digest, balance }) => ({
        coinType,
        coinObjectId: id,
        version: `${version}`,
        digest,
        balance: `${balance}`,
        previousTransaction: digest,
      })),
      nextCursor: page.at(-1)?.id ?? null,
      hasNextPage: start + limit < all.length,
    }
  },
  sui_dryRunTransactionBlock: (bytes: string) => ({ effects: ledger.dryRun(bytes) }),
  sui_executeTransactionBlock: async (bytes: string, signatures: readonly string[]) => ({
    digest: await ledger.execute(bytes, signatures),
  }),
  sui_getTransactionBlock: (digest: string) => ledger.transaction(digest),
})

/** Starts a node that answers Sui's JSON-RPC over HTTP for a ledger. */
export async function startNode(ledger: Ledger) {
  const methods = methodsOf(ledger)
  let behaviour: Behaviour = 'answers'

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (behaviour === 'hangs') return
    if (behaviour === 'fails') return void response.writeHead(500).end()
    const asked = JSON.parse(Buffer.concat(parts).toString())
    const outcome = await replyTo(methods, asked.method, asked.params)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...outcome }))
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next: Behaviour) {
      behaviour = next
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function replyTo(methods: Readonly<Record<string, Method>>, name: string, params: readonly unknown[]) {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  if (!method) return { error: { code: -32601, message: 'Method not found' } }
  try {
    return { result: await method(...(params as never[])) }
  } catch (error) {
    const { code = -32603, message } = error as NodeRefusal
    return { error: { code, message } }
  }
}
