import { createServer } from 'node:http'
import type { EvmStack } from '../evm/evmStack.js'
import { answerPreflight, crossOriginHeaders } from '../http/crossOrigin.js'
import { close, listen } from '../http/listen.js'
import { answerBlockscout } from './answerBlockscout.js'
import { answerEtherscan } from './answerEtherscan.js'
import { createChainRecords } from './chainRecords.js'
import { createRate, type Reply } from './reply.js'

export interface ExplorerFaults {
  /** Requests whose path and query hold this text are answered so; all of them without it. */
  readonly only?: string
  readonly status?: number
  /** Answered as it is. */
  readonly body?: string
  /** Seconds, in `Retry-After`. */
  readonly retryAfter?: number
  readonly hangs?: boolean
}

export interface EvmExplorersOptions {
  /** 0, the default, takes a free one. */
  readonly port?: number
  /** Entries of a page in Blockscout's form. Default 50. */
  readonly pageSize?: number
  /** What Etherscan's form takes. Default `test-key`. */
  readonly key?: string
  /** Most records of a request in Etherscan's form. Default 1000, as without charge. */
  readonly mostRecords?: number
  /** Requests in a second, for each form. Default 3, as without charge. */
  readonly requestsPerSecond?: number
}

export interface EvmExplorers {
  /** Base of Blockscout's form: `/api/v2/addresses/…` follows. */
  readonly blockscoutUrl: string
  /** Etherscan's form, whole: the query follows. */
  readonly etherscanUrl: string
  /** Paths that were asked for, with their queries. */
  readonly requests: readonly string[]
  /** Replaces all faults; `{}` ends them. */
  setFaults(faults: ExplorerFaults): void
  stop(): Promise<void>
}

/**
 * Stands in for the two common explorers of EVM networks on loopback: paths, paging, limits and errors as Blockscout's and
 * Etherscan's public documentation has them, over what a local node has.
 */
export async function startEvmExplorers(
  { client, chainId }: Pick<EvmStack, 'client' | 'chainId'>,
  options: EvmExplorersOptions = {},
): Promise<EvmExplorers> {
  const { pageSize = 50, key = 'test-key', mostRecords = 1_000, requestsPerSecond = 3 } = options
  const records = createChainRecords(client)
  const requests: string[] = []
  const isTooManyHere = createRate(requestsPerSecond)
  const isTooMany = createRate(requestsPerSecond)
  let faults: ExplorerFaults = {}

  async function reply(url: URL): Promise<Reply> {
    await records.sync()
    if (url.pathname === '/v2/api') {
      return answerEtherscan(url, records, { chainId, key, mostRecords, isTooMany })
    }
    if (isTooManyHere()) {
      return { status: 429, body: { message: '429 Too Many Requests' }, headers: { 'retry-after': '1' } }
    }
    return answerBlockscout(url, records, pageSize)
  }

  const server = createServer((request, response) => {
    if (answerPreflight(request, response)) return
    const url = new URL(request.url ?? '/', 'http://localhost')
    const path = `${url.pathname}${url.search}`
    requests.push(path)
    const { only = '', status, body, retryAfter, hangs } = faults
    const isFaulty = path.includes(only)
    if (isFaulty && hangs) return
    const send = ({ status: code, body: content, headers }: Reply, text = JSON.stringify(content)) => {
      response.writeHead(code, { ...crossOriginHeaders, 'content-type': 'application/json', ...headers })
      response.end(text)
    }
    if (isFaulty && (status !== undefined || body !== undefined)) {
      const headers: Record<string, string> =
        retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
      send({ status: status ?? 200, body: { message: 'Something went wrong' }, headers }, body)
      return
    }
    reply(url).then(send, (error: unknown) => send({ status: 500, body: { message: String(error) } }))
  })
  const url = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`
  return {
    blockscoutUrl: url,
    etherscanUrl: `${url}/v2/api`,
    requests,
    setFaults: (next) => {
      faults = next
    },
    stop: () => close(server),
  }
}
