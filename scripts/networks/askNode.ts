import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { askAsPage } from './askAsPage.js'
import type { ContractCall } from './fact.js'
import { WrongAnswer } from './outcome.js'

/** How each node is asked. */
export interface NodeTools {
  readonly origin: string
  readonly signal: AbortSignal
}

const answered = z.object({ result: z.string() })
const failed = z.object({ error: z.object({ message: z.string() }) })

/** @throws WrongAnswer when the node serves another chain. */
export async function askEvmNode(url: string, chainId: number, tools: NodeTools): Promise<void> {
  const said = await askJsonRpc(url, 'eth_chainId', [], tools)
  if (!/^0x[0-9a-f]+$/i.test(said) || BigInt(said) !== BigInt(chainId)) {
    throw new WrongAnswer(`serves chain ${said.slice(0, 40)}, not ${chainId}`)
  }
}

/** @throws WrongAnswer without code at the address, or when the function answers something else. */
export async function askContract(
  url: string,
  address: string,
  call: ContractCall | undefined,
  tools: NodeTools,
): Promise<void> {
  if (!call) {
    const code = await askJsonRpc(url, 'eth_getCode', [address, 'latest'], tools)
    if (!/^0x[0-9a-f]{2,}$/i.test(code)) throw new WrongAnswer('has no code')
    return
  }
  const result = await askJsonRpc(url, 'eth_call', [{ to: address, data: call.data }, 'latest'], tools)
  if (!call.holds.some((text) => result.toLowerCase().includes(text)))
    throw new WrongAnswer('says that it is another')
}

/** @throws WrongAnswer when the node serves another cluster. `genesis` is how the hash of its first block begins. */
export async function askSolanaNode(url: string, genesis: string, tools: NodeTools): Promise<void> {
  checkGenesis(await askJsonRpc(url, 'getGenesisHash', [], tools), genesis)
}

/** @throws WrongAnswer when the interface serves another network. */
export async function askEsplora(url: string, genesis: string, tools: NodeTools): Promise<void> {
  checkGenesis(await askAsPage({ url: `${url}/block-height/0`, ...tools }), genesis)
}

/** @throws WrongAnswer when the node serves another chain. */
export async function askPolkadotNode(url: string, genesis: string, tools: NodeTools): Promise<void> {
  checkGenesis(readAnswer(await askSocket(url, question('chain_getBlockHash', [0]), tools)), genesis)
}

function checkGenesis(said: string, genesis: string): void {
  if (!said.trim().startsWith(genesis)) {
    throw new WrongAnswer(`serves another chain, which began with ${said.trim().slice(0, 70)}`)
  }
}

const question = (method: string, params: readonly unknown[]) =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })

async function askJsonRpc(
  url: string,
  method: string,
  params: readonly unknown[],
  tools: NodeTools,
): Promise<string> {
  return readAnswer(await askAsPage({ url, body: question(method, params), ...tools }))
}

function readAnswer(text: string): string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new WrongAnswer('answers something that is no JSON')
  }
  const right = answered.safeParse(json)
  if (right.success) return right.data.result
  const wrong = failed.safeParse(json)
  throw new WrongAnswer(
    wrong.success ? `says: ${wrong.data.error.message.slice(0, 120)}` : 'answers something else',
  )
}

function askSocket(url: string, text: string, { origin, signal }: NodeTools): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { origin, maxPayload: 1_000_000 })
    const stop = () => socket.terminate()
    signal.addEventListener('abort', stop)
    socket.on('open', () => socket.send(text))
    socket.on('message', (data) => {
      resolve(String(data))
      socket.close()
    })
    socket.on('unexpected-response', (_, { statusCode }) => {
      reject(new WrongAnswer(statusCode === 401 ? 'wants a key' : `answers ${statusCode}`))
      socket.terminate()
    })
    socket.on('error', reject)
    socket.on('close', () => {
      signal.removeEventListener('abort', stop)
      reject(signal.aborted ? signal.reason : new Error('closed before it answered'))
    })
  })
}
