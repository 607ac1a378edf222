import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type Address, erc20Abi, type Hex, parseUnits } from 'viem'
import * as z from 'zod/mini'
import type { EvmStack } from '../evm/index.js'
import { answerPreflight, crossOriginHeaders } from '../http/crossOrigin.js'
import { close, listen } from '../http/listen.js'
import { readBody } from '../http/readBody.js'

/** What goes wrong with the next payments. */
export interface ExchangeFault {
  /** Nothing is paid, and the exchange says so. */
  readonly fails?: boolean
  /** So many smallest units fewer are paid, and the exchange says that it paid. */
  readonly missing?: bigint
}

/** A payment that somebody asked the exchange for. */
export interface ExchangeOrder {
  readonly session: string
  readonly asset: string
  readonly amount: string
  readonly receiver: string
  readonly status: 'pending' | 'success' | 'failed'
  readonly transaction?: Hex
}

export interface StartExchangeOptions {
  /** The chain it pays on, from its first account. */
  readonly chain: EvmStack
  /** Names of the exchanges behind it. Default `['one']`. */
  readonly exchanges?: readonly string[]
  /** Default 0, which takes a free one. */
  readonly port?: number
}

export interface Exchange {
  readonly url: string
  /** JSON-RPC: `pay_getExchangeLink` and `pay_getExchangeStatus`. */
  readonly rpcUrl: string
  orders(): readonly ExchangeOrder[]
  /** Replaces the fault; `{}` ends it. */
  setFault(fault: ExchangeFault): void
  stop(): Promise<void>
}

const request = z.union([
  z.object({
    method: z.literal('pay_getExchangeLink'),
    params: z.object({
      exchange: z.string(),
      asset: z.string().check(z.maxLength(200)),
      amount: z.string().check(z.regex(/^\d{1,40}(\.\d{1,40})?$/)),
      receiver: z.string().check(z.regex(/^0x[\da-fA-F]{40}$/)),
    }),
  }),
  z.object({
    method: z.literal('pay_getExchangeStatus'),
    params: z.object({ exchange: z.string(), session: z.string() }),
  }),
])

/**
 * Stands in for an exchange that pays from an account there: a page where the person agrees, a status, and a payment on the
 * local chain. Its two methods are those of `serviceExchanges` of `@latchkey/plugin-pay`.
 */
export async function startExchange(options: StartExchangeOptions): Promise<Exchange> {
  const { chain, exchanges = ['one'] } = options
  const orders = new Map<string, ExchangeOrder>()
  let fault: ExchangeFault = {}
  let base = ''

  function answer(body: unknown): object {
    const { data } = z.safeParse(request, body)
    if (!data || !exchanges.includes(data.params.exchange)) return { error: { message: 'Unknown request.' } }
    if (data.method === 'pay_getExchangeStatus') {
      const order = orders.get(data.params.session)
      if (!order) return { error: { message: 'Unknown session.' } }
      const { status, transaction } = order
      return { result: { status, ...(transaction === undefined ? {} : { transaction }) } }
    }
    const session = randomUUID()
    const { asset, amount, receiver } = data.params
    orders.set(session, { session, asset, amount, receiver, status: 'pending' })
    return { result: { url: `${base}/pay/${session}`, session } }
  }

  async function settle(order: ExchangeOrder): Promise<void> {
    if (order.status !== 'pending') return
    if (fault.fails) return void orders.set(order.session, { ...order, status: 'failed' })
    const transaction = await pay(chain, order, fault.missing ?? 0n)
    orders.set(order.session, { ...order, status: 'success', transaction })
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (answerPreflight(incoming, response)) return
    const { pathname } = new URL(incoming.url ?? '/', 'http://localhost')
    if (pathname === '/rpc') {
      const body = JSON.parse(await readBody(incoming, 10_000)) as unknown
      response.writeHead(200, { ...crossOriginHeaders, 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer(body) }))
      return
    }
    const order = orders.get(pathname.replace('/pay/', ''))
    if (!order) return void response.writeHead(404).end('There is no such payment.')
    if (incoming.method === 'POST') await settle(order)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(pageOf(orders.get(order.session) ?? order))
  }

  const server = createServer((incoming, response) => {
    serve(incoming, response).catch((error: unknown) =>
      response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    )
  })
  base = `http://127.0.0.1:${await listen(server, options.port ?? 0)}`
  return {
    url: base,
    rpcUrl: `${base}/rpc`,
    orders: () => [...orders.values()],
    setFault(next) {
      fault = next
    },
    stop: () => close(server),
  }
}

async function pay(
  { accounts, client, chain, tokens }: EvmStack,
  { asset, amount, receiver }: ExchangeOrder,
  missing: bigint,
): Promise<Hex> {
  const account = accounts[0]?.address as Address
  const address = /\/erc20:(0x[\da-fA-F]{40})$/.exec(asset)?.[1] as Address | undefined
  const token = Object.values(tokens).find((one) => one.address.toLowerCase() === address?.toLowerCase())
  const value = parseUnits(amount, token?.decimals ?? 18) - missing
  const to = receiver as Address
  const hash = address
    ? await client.writeContract({
        ...{ account, chain, address, abi: erc20Abi },
        functionName: 'transfer',
        args: [to, value],
      })
    : await client.sendTransaction({ account, chain, to, value })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

/** Everything in it was checked before: digits, an address, and a status of ours. */
function pageOf({ amount, receiver, status }: ExchangeOrder): string {
  const form = '<form method="post"><button>Pay</button></form>'
  return `<!doctype html><html lang="en"><title>Local exchange</title><h1>Pay ${amount}</h1><p>To ${receiver}</p>${
    status === 'pending' ? form : `<p role="status">${status}</p>`
  }</html>`
}
