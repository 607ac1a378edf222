import { Agent as HttpAgent, type ClientRequest, request as httpRequest } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import * as z from 'zod/mini'

/** Asks a node about one thing. @throws NodeError what the node said, and Error when it doesn't answer */
export interface NodeAsker {
  ask(method: string, params: readonly unknown[]): Promise<unknown>
  stop(): void
}

/** A refusal of the node itself. */
export class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number | undefined

  constructor(message: string, code?: number) {
    super(message)
    this.code = code
  }
}

const answerShape = z.array(
  z.object({
    id: z.number(),
    result: z.optional(z.unknown()),
    error: z.optional(z.object({ code: z.optional(z.number()), message: z.optional(z.string()) })),
  }),
)

interface Asked {
  readonly method: string
  readonly params: readonly unknown[]
  resolve(result: unknown): void
  reject(error: unknown): void
}

const askedAtOnce = 100
/** Under way at one time. What comes meanwhile waits for one of them and goes out together. */
const requestsAtOnce = 4
/** Milliseconds until an answer has come as a whole: a node that sends a byte now and then is waited for no longer. */
const defaultPatience = 10_000
/** Bytes of an answer. */
const longestAnswer = 10_000_000

/**
 * Asks what nearly every request of a page needs, coins and names, on a short way: `fetch` and a client library take several
 * times the processor time of everything else.
 *
 * @param url HTTP JSON-RPC, without redirects
 * @param patience milliseconds that an answer may take
 */
export function createNodeAsker(url: string, patience = defaultPatience): NodeAsker {
  const { post, stop } = createPoster(url, patience)
  let waiting: Asked[] = []
  let underWay = 0

  async function send(): Promise<void> {
    if (waiting.length === 0 || underWay >= requestsAtOnce) return
    const asked = waiting.slice(0, askedAtOnce)
    waiting = waiting.slice(askedAtOnce)
    underWay += 1
    try {
      const answers = await askFor(asked)
      for (const [id, { resolve, reject }] of asked.entries()) {
        const answer = answers.get(id)
        if (answer && answer.error === undefined) resolve(answer.result)
        else
          reject(
            new NodeError(
              answer?.error?.message ?? 'The node did not answer a question.',
              answer?.error?.code,
            ),
          )
      }
    } catch (error) {
      for (const { reject } of asked) reject(error)
    } finally {
      underWay -= 1
      void send()
    }
  }

  async function askFor(asked: readonly Asked[]) {
    const body = JSON.stringify(
      asked.map(({ method, params }, id) => ({ jsonrpc: '2.0', id, method, params })),
    )
    // A connection that was kept open may have been closed by the other side at this moment.
    const text = await post(body).catch(() => post(body))
    return new Map(answerShape.parse(JSON.parse(text)).map((one) => [one.id, one]))
  }

  return {
    ask: (method, params) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(() => void send())
        waiting.push({ method, params, resolve, reject })
      }),
    stop,
  }
}

/** Sends to one address over connections that stay open. */
function createPoster(url: string, patience: number) {
  const target = new URL(url)
  const isSecure = target.protocol === 'https:'
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true })

  function post(body: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const options = { agent, method: 'POST', headers }
      const sent: ClientRequest = isSecure ? httpsRequest(target, options) : httpRequest(target, options)
      const late = setTimeout(
        () => sent.destroy(new Error(`The node did not answer for ${patience} ms.`)),
        patience,
      )
      sent.on('close', () => clearTimeout(late))
      sent.on('error', reject)
      sent.on('response', (answer) => {
        const chunks: Buffer[] = []
        let length = 0
        answer.on('error', reject)
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length
          chunks.push(chunk)
          if (length > longestAnswer)
            sent.destroy(new Error(`Its answer is longer than ${longestAnswer} bytes.`))
        })
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString('utf8'))
          else reject(new Error(`The node answered ${answer.statusCode}.`))
        })
      })
      sent.end(body)
    })
  }

  return { post, stop: () => agent.destroy() }
}
