import { createServer, type IncomingMessage, type Server } from 'node:http'
import { connectApi } from '@latchkey/service-kit/polkadot'
import { encodeAddress } from '@polkadot/util-crypto'
import { answerPreflight, crossOriginHeaders } from '../http/crossOrigin.js'
import { close, listen } from '../http/listen.js'
import type { PolkadotStack } from '../polkadot/startPolkadot.js'
import { answerSubscan } from './answerSubscan.js'
import { createRate, type Reply } from './reply.js'
import type { ExplorerFaults } from './startEvmExplorers.js'
import { createSubstrateRecords } from './substrateRecords.js'

export interface SubscanOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** What is taken in `X-API-Key`. Without a key in a request, the quota of those without one counts. Default `test-key`. */
  readonly key?: string
  /** Requests in a second. Default 5, as without charge. */
  readonly requestsPerSecond?: number
}

export interface Subscan {
  /** Base: `/api/v2/scan/extrinsics` and `/api/v2/scan/transfers` follow. */
  readonly url: string
  /** Paths that were asked for, with what was sent. */
  readonly requests: readonly string[]
  /** Replaces all faults; `{}` ends them. `only` looks at the path and at what was sent. */
  setFaults(faults: ExplorerFaults): void
  stop(): Promise<void>
}

const longestBody = 65_536

/**
 * Stands in for Subscan's API on loopback: paths, paging, quotas and errors as its public documentation has them, over what
 * the local Polkadot node has.
 */
export async function startSubscan(
  {
    url: nodeUrl,
    ss58Prefix,
    symbol,
    decimals,
  }: Pick<PolkadotStack, 'url' | 'ss58Prefix' | 'symbol' | 'decimals'>,
  { port = 0, key = 'test-key', requestsPerSecond = 5 }: SubscanOptions = {},
): Promise<Subscan> {
  const api = await connectApi(nodeUrl)
  const records = createSubstrateRecords(api)
  const facts = { symbol, decimals, own: (address: string) => encodeAddress(address, ss58Prefix) }
  const requests: string[] = []
  const isTooMany = createRate(requestsPerSecond)
  let faults: ExplorerFaults = {}

  async function reply(request: IncomingMessage, path: string, body: string): Promise<Reply> {
    if (request.method !== 'POST')
      return { status: 404, body: { message: 'no Route matched with those values' } }
    const given = request.headers['x-api-key']
    if (given !== undefined && given !== key)
      return { status: 401, body: { message: 'Invalid authentication credentials' } }
    if (isTooMany()) {
      const headers = {
        'retry-after': '1',
        'ratelimit-limit': String(requestsPerSecond),
        'ratelimit-remaining': '0',
        'ratelimit-reset': '1',
      }
      return { status: 429, body: { message: 'API rate limit exceeded' }, headers }
    }
    await records.sync()
    return answerSubscan(path, parse(body), records, facts)
  }

  const server = serve({ requests, faults: () => faults, reply })
  const url = `http://127.0.0.1:${await listen(server, port)}`
  return {
    url,
    requests,
    setFaults: (next) => {
      faults = next
    },
    async stop() {
      await close(server)
      await api.disconnect()
    },
  }
}

interface Serving {
  readonly requests: string[]
  faults(): ExplorerFaults
  reply(request: IncomingMessage, path: string, body: string): Promise<Reply>
}

/** Answers, or fails in the way that was asked for. */
function serve({ requests, faults, reply }: Serving): Server {
  return createServer(async (request, response) => {
    if (answerPreflight(request, response)) return
    const path = request.url ?? '/'
    const body = await bodyOf(request)
    const asked = `${path} ${body}`
    requests.push(asked)
    const { only = '', status, body: faultyBody, retryAfter, hangs } = faults()
    const isFaulty = asked.includes(only)
    if (isFaulty && hangs) return
    const send = ({ status: code, body: content, headers }: Reply, text = JSON.stringify(content)) => {
      response.writeHead(code, { ...crossOriginHeaders, 'content-type': 'application/json', ...headers })
      response.end(text)
    }
    if (isFaulty && (status !== undefined || faultyBody !== undefined)) {
      const headers: Record<string, string> =
        retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
      send({ status: status ?? 200, body: { message: 'Something went wrong' }, headers }, faultyBody)
      return
    }
    reply(request, path, body).then(send, (error: unknown) =>
      send({ status: 500, body: { message: String(error) } }),
    )
  })
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += (chunk as Buffer).length
    if (length > longestBody) return ''
    chunks.push(chunk as Buffer)
  }
  return Buffer.concat(chunks).toString()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Subscan has one error for wrong parameters and for a body that isn't JSON.
    return undefined
  }
}
