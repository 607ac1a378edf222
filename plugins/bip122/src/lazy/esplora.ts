import { describeAnswer, decodeHex, NetworkError } from '@latchkey/kernel/chain'
import {
  type HttpStatusError,
  type HttpRequest,
  type HttpService,
  isKernelError,
  type LogService,
  type NetworkId,
  type Schema,
} from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import type { BitcoinNetworks } from '../networks.js'
import { networkOf } from './networkOf.js'
import { supply } from '../supply.js'
import type { TransactionEnd, UtxoSourceService } from '../utxoSource.js'

const transactionIdForm = /^[0-9a-f]{64}$/
const transactionId = z.string().check(z.regex(transactionIdForm))
const satoshis = z.number().check(z.int(), z.minimum(0), z.maximum(Number(supply)))
const status = z.object({ confirmed: z.boolean(), block_height: z.optional(z.nullable(z.number())) })
/** An output can be spent once: a list that has one twice would count money that is not there. */
const utxos = z
  .array(
    z.object({ txid: transactionId, vout: z.number().check(z.int(), z.minimum(0)), value: satoshis, status }),
  )
  .check(
    z.refine(
      (coins) => new Set(coins.map(({ txid, vout }) => `${txid}:${vout}`)).size === coins.length,
      'expected each coin once',
    ),
    z.refine(
      (coins) => coins.reduce((sum, { value }) => sum + BigInt(value), 0n) <= supply,
      'expected coins of 21,000,000 BTC at most',
    ),
  )
const rates = z.record(z.string(), z.number().check(z.positive(), z.maximum(100_000)))
const spending = z.object({ spent: z.boolean(), txid: z.optional(transactionId), status: z.optional(status) })
const ending = z.object({ value: satoshis, scriptpubkey_address: z.optional(z.nullable(z.string())) })
const transactions = z.array(
  z.object({
    txid: transactionId,
    fee: satoshis,
    status: z.object({ confirmed: z.boolean(), block_time: z.optional(z.nullable(z.number())) }),
    vin: z.array(z.object({ prevout: z.nullable(ending) })),
    vout: z.array(ending),
  }),
)
const rawTransaction = z.string().check(z.regex(/^(?:[0-9a-f]{2})+\s*$/i))

/** Blocks within which each level wants to be confirmed. */
const targets = { slow: 144, normal: 6, fast: 1 } as const
/** Services tell 10 or 25 confirmed transactions at once: fewer are the last ones. */
const smallestPage = 10
/**
 * The lowest rate that nodes take, in satoshis per virtual byte: Bitcoin Core's default since 29.1 and 30 (bitcoin/bitcoin #33106). One that
 * takes no less than 1 estimates no less, because its estimates end at its own floor.
 */
const minimumRate = 0.1

type RequestEndpoint = ReturnType<typeof createEndpointRequest>

/**
 * Reads Bitcoin through Esplora-style HTTP interfaces. A network's endpoints are tried in order until one responds; what
 * an endpoint decides (a transaction refused) is not tried with the next one.
 */
export function createEsploraSource(
  networks: BitcoinNetworks,
  http: HttpService,
  log: LogService,
): Required<UtxoSourceService> {
  const requestEndpoint = createEndpointRequest(networks, http, log)
  return {
    utxos: (request) => readCoins(requestEndpoint, request),
    async balance(request) {
      const coins = await readCoins(requestEndpoint, request)
      const sum = (confirmed: boolean) =>
        coins.reduce((total, coin) => (coin.confirmed === confirmed ? total + coin.value : total), 0n)
      return { confirmed: sum(true), pending: sum(false) }
    },
    feeRates: (request) => readFeeRates(requestEndpoint, request),
    status: (request) => readStatus(requestEndpoint, request),
    async transaction(request) {
      const text = await requestEndpoint(request, `/tx/${request.transactionId}/hex`, rawTransaction, {
        format: 'text',
      })
      return decodeHex(text.trim()) ?? new Uint8Array()
    },
    async spender(request) {
      const path = `/tx/${request.transactionId}/outspend/${request.output}`
      const { spent, txid, status: when } = await requestEndpoint(request, path, spending)
      return spent && when?.confirmed ? txid : undefined
    },
    history: (request) => readHistory(requestEndpoint, request),
    broadcast: (request) => broadcastTransaction(requestEndpoint, request),
  }
}

/** Asks the endpoints of a network, one after the other. @throws NetworkError `NETWORK_UNREACHABLE`, `HTTP_STATUS` */
function createEndpointRequest(networks: BitcoinNetworks, http: HttpService, log: LogService) {
  return async function requestEndpoint<T>(
    { networkId, signal }: { readonly networkId: NetworkId; readonly signal?: AbortSignal | undefined },
    path: string,
    schema: Schema<T>,
    options: Partial<HttpRequest<T>> = {},
  ): Promise<T> {
    const { name, rpcUrls } = networkOf(networks, networkId)
    let last: unknown
    for (const [index, url] of rpcUrls.entries()) {
      try {
        return await http.request({
          url: `${url.replace(/\/+$/, '')}${path}`,
          schema,
          what: `The Bitcoin service of ${name}`,
          // With another endpoint at hand, it is better to go on than to wait.
          retries: index < rpcUrls.length - 1 ? 0 : 2,
          ...(signal ? { signal } : {}),
          ...options,
        })
      } catch (error) {
        if (signal?.aborted) throw error
        if (isDecision(error)) throw error
        last = error
        log.debug(`A Bitcoin endpoint of ${name} did not answer.`, error)
      }
    }
    throw new NetworkError(`${name} can’t be reached right now. Try again in a moment.`, {
      code: 'NETWORK_UNREACHABLE',
      parameters: { wallet: name },
      cause: last,
      metaMessages: [`Endpoints tried: ${rpcUrls.length}.`],
    })
  }
}

async function readCoins(
  requestEndpoint: RequestEndpoint,
  request: Parameters<UtxoSourceService['utxos']>[0],
): ReturnType<UtxoSourceService['utxos']> {
  const coins = await requestEndpoint(request, `/address/${encodeURIComponent(request.address)}/utxo`, utxos)
  return coins.map(({ txid, vout, value, status: { confirmed } }) => ({
    transactionId: txid,
    output: vout,
    value: BigInt(value),
    confirmed,
  }))
}

async function readFeeRates(
  requestEndpoint: RequestEndpoint,
  request: Parameters<UtxoSourceService['feeRates']>[0],
): ReturnType<UtxoSourceService['feeRates']> {
  const known = Object.entries(await requestEndpoint(request, '/fee-estimates', rates))
  if (known.length === 0) throw noFees()
  const rateFor = (target: number, least: number) => {
    const inTime = known.flatMap(([blocks, rate]) => (Number(blocks) <= target ? [rate] : []))
    // The cheapest that is in time; where none is, the fastest there is.
    const rate = inTime.length > 0 ? Math.min(...inTime) : Math.max(...known.map(([, other]) => other))
    return Math.max(least, rate)
  }
  const slow = rateFor(targets.slow, minimumRate)
  const normal = rateFor(targets.normal, slow)
  return { slow, normal, fast: rateFor(targets.fast, normal) }
}

async function readStatus(
  requestEndpoint: RequestEndpoint,
  request: Parameters<UtxoSourceService['status']>[0],
): ReturnType<UtxoSourceService['status']> {
  try {
    const { confirmed, block_height: height } = await requestEndpoint(
      request,
      `/tx/${request.transactionId}/status`,
      status,
    )
    // Esplora answers "not confirmed" for what it never saw, so that has to be asked apart.
    if (!confirmed)
      await requestEndpoint(request, `/tx/${request.transactionId}/hex`, rawTransaction, { format: 'text' })
    return {
      status: confirmed ? 'confirmed' : 'pending',
      ...(typeof height === 'number' ? { blockHeight: height } : {}),
    }
  } catch (error) {
    if (isKernelError(error, 'HTTP_STATUS') && (error as HttpStatusError).status === 404) {
      return { status: 'unknown' }
    }
    throw error
  }
}

async function readHistory(
  requestEndpoint: RequestEndpoint,
  { address, after, ...request }: Parameters<NonNullable<UtxoSourceService['history']>>[0],
): ReturnType<NonNullable<UtxoSourceService['history']>> {
  if (after !== undefined && !transactionIdForm.test(after)) throw cursorInvalid(after)
  const base = `/address/${encodeURIComponent(address)}/txs`
  const found = await requestEndpoint(
    request,
    after === undefined ? base : `${base}/chain/${after}`,
    transactions,
  )
  const confirmed = found.filter(({ status: { confirmed } }) => confirmed)
  const last = confirmed.length >= smallestPage ? confirmed.at(-1)?.txid : undefined
  return {
    transactions: found.map(({ txid, fee, status: when, vin, vout }) => ({
      transactionId: txid,
      confirmed: when.confirmed,
      ...(typeof when.block_time === 'number' ? { minedAt: when.block_time * 1_000 } : {}),
      fee: BigInt(fee),
      inputs: vin.flatMap(({ prevout }) => (prevout ? [toEnd(prevout)] : [])),
      outputs: vout.map(toEnd),
    })),
    ...(last === undefined ? {} : { next: last }),
  }
}

async function broadcastTransaction(
  requestEndpoint: RequestEndpoint,
  request: Parameters<UtxoSourceService['broadcast']>[0],
): ReturnType<UtxoSourceService['broadcast']> {
  const body = request.transaction
  try {
    const answer = await requestEndpoint(request, '/tx', z.string(), {
      method: 'POST',
      body,
      format: 'text',
      retries: 0,
    })
    return answer.trim()
  } catch (error) {
    throw isDecision(error) ? refused(error as HttpStatusError) : error
  }
}

function toEnd({ value, scriptpubkey_address: address }: z.infer<typeof ending>): TransactionEnd {
  return { value: BigInt(value), ...(typeof address === 'string' ? { address } : {}) }
}

function cursorInvalid(after: string): NetworkError {
  return new NetworkError('This is not a place in the history of a Bitcoin address.', {
    code: 'HISTORY_CURSOR_INVALID',
    metaMessages: [
      'Expected "next" of an earlier page, unchanged.',
      `Received: ${describeAnswer(after.slice(0, 60))}`,
    ],
  })
}

/** 400 and 404 are answers about what was asked; everything else is the endpoint's own trouble. */
function isDecision(error: unknown): boolean {
  return isKernelError(error, 'HTTP_STATUS') && [400, 404].includes((error as HttpStatusError).status)
}

function refused(error: HttpStatusError): NetworkError {
  const words = /"message":"([^"]{1,200})"/.exec(error.body)?.[1] ?? error.body.slice(0, 200)
  return new NetworkError('The network refused the transaction.', {
    code: 'TRANSACTION_REFUSED',
    cause: error,
    metaMessages: [`The node said: ${describeAnswer(words)}`],
  })
}

function noFees(): NetworkError {
  return new NetworkError('The Bitcoin service gave no fee rates. Try again in a moment.', {
    code: 'FEE_RATES_UNAVAILABLE',
  })
}
