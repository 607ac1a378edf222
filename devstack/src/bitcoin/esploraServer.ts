import { createServer } from 'node:http'
import * as z from 'zod/mini'
import { DevstackError } from '../devstackError.js'
import { answerPreflight, crossOriginHeaders } from '../http/crossOrigin.js'
import { close, listen } from '../http/listen.js'
import { BodyTooLargeError, readBody } from '../http/readBody.js'
import type { ChainIndex } from './chainIndex.js'
import { addressJson, blockJson, outspendsJson, transactionJson, unspentJson } from './esploraJson.js'
import { type FeeRates, feeEstimates } from './feeRates.js'
import { type NodeRpc, NodeRpcError } from './nodeRpc.js'
import { scriptOfAddress } from './scripts.js'

/** What {@link startEsploraServer} serves. */
export interface EsploraServerOptions {
  readonly rpc: NodeRpc
  readonly index: ChainIndex
  readonly feeRates: FeeRates
  readonly port: number
}

/** A listening Esplora-style server. */
export interface EsploraServer {
  readonly url: string
  stop(): Promise<void>
}

interface Answer {
  readonly status: number
  /** A string is sent as text, anything else as JSON. */
  readonly body: unknown
}

const ok = (body: unknown): Answer => ({ status: 200, body })
const notFound = (body: string): Answer => ({ status: 404, body })

/** Esplora gives 25 confirmed transactions at a time. */
const pageLength = 25

/** Serves the chain over the HTTP interface of Blockstream's Esplora and the fee route of mempool.space. */
export async function startEsploraServer(options: EsploraServerOptions): Promise<EsploraServer> {
  const server = createServer(async (request, response) => {
    if (answerPreflight(request, response)) return
    const path = new URL(request.url ?? '/', 'http://localhost').pathname.split('/').filter(Boolean)
    const { status, body } = await answer(options, request.method ?? 'GET', path, () =>
      readBody(request),
    ).catch(describeFailure)
    const isText = typeof body === 'string'
    const type = isText ? 'text/plain' : 'application/json'
    response
      .writeHead(status, { ...crossOriginHeaders, 'content-type': type, 'cache-control': 'no-store' })
      .end(isText ? body : JSON.stringify(body))
  })
  const port = await listen(server, options.port).catch((cause) => {
    const message = `The Bitcoin server could not listen on port ${options.port}. Choose another port, or leave it out to get a free one.`
    throw new DevstackError('PORT_IN_USE', message, { cause })
  })
  return { url: `http://127.0.0.1:${port}`, stop: () => close(server) }
}

async function answer(
  options: EsploraServerOptions,
  method: string,
  path: readonly string[],
  body: () => Promise<string>,
): Promise<Answer> {
  const [section, ...rest] = path
  if (method === 'POST' && section === 'tx' && rest.length === 0) return broadcast(options.rpc, await body())
  if (method !== 'GET') return { status: 405, body: `${method} is not answered here.` }
  await options.index.sync()
  switch (section) {
    case 'address':
      return answerAddress(options.index, rest)
    case 'tx':
      return answerTransaction(options.index, rest)
    case 'block':
      return answerOneBlock(options.index, rest)
    case 'blocks':
    case 'block-height':
      return answerBlock(options, section, rest)
    case 'fee-estimates':
      return ok(feeEstimates(options.feeRates))
    case 'v1':
      return rest.join('/') === 'fees/recommended' ? ok(options.feeRates) : notFound('Not found')
    case 'mempool':
      return answerMempool(options.index, rest)
    default:
      return notFound('Not found')
  }
}

async function broadcast(rpc: NodeRpc, text: string): Promise<Answer> {
  try {
    return ok(await rpc('sendrawtransaction', [text.trim()], z.string()))
  } catch (error) {
    if (!(error instanceof NodeRpcError)) throw error
    const { rpcCode: code, message } = error
    return { status: 400, body: `sendrawtransaction RPC error: ${JSON.stringify({ code, message })}` }
  }
}

function answerAddress(index: ChainIndex, [address = '', list, kind, last]: readonly string[]): Answer {
  const script = scriptOfAddress(address)
  if (list === undefined) return ok(addressJson(index, address, script))
  if (list === 'utxo') return ok(unspentJson(index, script))
  if (list !== 'txs') return notFound('Not found')
  const all = index.transactionsOf(script)
  const waiting = all.filter(({ status }) => !status.confirmed)
  const confirmed = all.filter(({ status }) => status.confirmed)
  if (kind === 'mempool') return ok(waiting.map(transactionJson))
  const start = last === undefined ? 0 : confirmed.findIndex(({ txid }) => txid === last) + 1
  const page = confirmed.slice(start, start + pageLength)
  return ok((kind === 'chain' ? page : [...waiting, ...page]).map(transactionJson))
}

function answerTransaction(index: ChainIndex, [txid = '', part, vout]: readonly string[]): Answer {
  const transaction = index.getTransaction(txid)
  if (!transaction) return notFound('Transaction not found')
  switch (part) {
    case undefined:
      return ok(transactionJson(transaction))
    case 'status':
      return ok(transaction.status)
    case 'hex':
      return ok(transaction.hex)
    case 'outspends':
      return ok(outspendsJson(index, transaction))
    case 'outspend': {
      const spend = outspendsJson(index, transaction)[Number(vout)]
      return spend ? ok(spend) : notFound('Output not found')
    }
    default:
      return notFound('Not found')
  }
}

function answerOneBlock(index: ChainIndex, [hash = '', part, start = '0']: readonly string[]): Answer {
  const block = index.getBlock(hash)
  if (!block) return notFound('Block not found')
  if (part === undefined) return ok(blockJson(block))
  if (part === 'txids') return ok(block.txids)
  const from = Number(start)
  if (part !== 'txs') return notFound('Not found')
  if (!Number.isInteger(from) || from < 0 || from % pageLength !== 0) {
    return { status: 400, body: `The start index must be a multiple of ${pageLength}.` }
  }
  const page = block.txids.slice(from, from + pageLength)
  return ok(page.flatMap((txid) => index.getTransaction(txid) ?? []).map(transactionJson))
}

async function answerBlock({ rpc, index }: EsploraServerOptions, section: string, path: readonly string[]) {
  if (section === 'blocks' && path.join('/') === 'tip/height') return ok(String(index.height()))
  const height = section === 'blocks' ? index.height() : Number(path[0])
  if (section === 'blocks' && path.join('/') !== 'tip/hash') return notFound('Not found')
  if (!Number.isInteger(height) || height < 0 || height > index.height()) return notFound('Block not found')
  return ok(await rpc('getblockhash', [height], z.string()))
}

function answerMempool(index: ChainIndex, [list]: readonly string[]): Answer {
  const waiting = index.unconfirmed()
  if (list === 'txids') return ok(waiting.map(({ txid }) => txid))
  if (list !== undefined) return notFound('Not found')
  const vsize = waiting.reduce((total, { weight }) => total + Math.ceil(weight / 4), 0)
  const fee = waiting.reduce((total, one) => total + one.fee, 0n)
  return ok({ count: waiting.length, vsize, total_fee: Number(fee), fee_histogram: [] })
}

function describeFailure(error: unknown): Answer {
  if (error instanceof BodyTooLargeError) return { status: 413, body: error.message }
  if (error instanceof DevstackError && error.code === 'INVALID_OPTION') {
    return { status: 400, body: 'Invalid Bitcoin address' }
  }
  return { status: 500, body: error instanceof Error ? error.message : String(error) }
}
