import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ledger, Transaction } from './createLedger.js'

interface Request {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

export type Behaviour = 'answers' | 'hangs' | 'fails'

/** Answers JSON-RPC 2.0 over HTTP for a ledger, as the chain's node does. */
export function createNodeServer(ledger: Ledger) {
  let behaviour: Behaviour = 'answers'
  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    account: ([address]) => ledger.account(`${address}`),
    transaction: ([id]) => ledger.transaction(`${id}`),
    submit: ([transaction, signature]) => ledger.submit(transaction as Transaction, `${signature}`),
  }

  function answer({ id, method, params }: Request): unknown {
    const ask = Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!ask) return { jsonrpc: '2.0', id, error: { code: -32601, message: `There is no method ${method}.` } }
    try {
      return { jsonrpc: '2.0', id, result: ask(params) }
    } catch (error) {
      const { code = -32603, message } = error as { readonly code?: number; readonly message: string }
      return { jsonrpc: '2.0', id, error: { code, message } }
    }
  }

  return {
    behave(next: Behaviour) {
      behaviour = next
    },
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      if (behaviour === 'hangs') return
      response.setHeader('content-type', 'application/json')
      response.statusCode = behaviour === 'fails' ? 500 : 200
      if (behaviour === 'fails') return void response.end()
      response.end(JSON.stringify(answer(JSON.parse(Buffer.concat(parts).toString()) as Request)))
    },
  }
}
