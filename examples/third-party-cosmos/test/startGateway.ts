import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GatewayRefusal, type Ledger } from './createLedger.js'

type Behaviour = 'answers' | 'hangs' | 'fails' | 'loses'

/** Answers one question by the paths of the gateway. */
function answerFor(ledger: Ledger, url: URL, body: { tx_bytes?: string }): unknown {
  const [, service, version, ...rest] = url.pathname.slice(1).split('/')
  if (version !== 'v1beta1') throw new GatewayRefusal(501, 12, 'Not Implemented')
  const [what = '', id = ''] = rest
  const asked = `${service}/${what}`
  if (asked === 'bank/balances')
    return { balance: { denom: url.searchParams.get('denom'), amount: `${ledger.balanceOf(id)}` } }
  if (asked === 'auth/accounts') return { account: ledger.account(id) }
  if (asked === 'tx/simulate') return { gas_info: { gas_used: `${ledger.simulate(body.tx_bytes ?? '')}` } }
  if (asked === 'tx/txs' && body.tx_bytes) return { tx_response: ledger.broadcast(body.tx_bytes) }
  if (asked === 'tx/txs' && id) return ledger.transaction(id)
  if (asked === 'tx/txs')
    return ledger.transactions(url.searchParams.get('query') ?? '', Number(url.searchParams.get('limit')))
  throw new GatewayRefusal(501, 12, 'Not Implemented')
}

/** Starts the HTTP gateway of a chain's gRPC services for a ledger. */
export async function startGateway(ledger: Ledger) {
  let behaviour: Behaviour = 'answers'

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    if (behaviour === 'hangs') return
    if (behaviour === 'fails') return void response.writeHead(500).end()
    response.setHeader('content-type', 'application/json')
    try {
      const body = parts.length > 0 ? JSON.parse(Buffer.concat(parts).toString()) : {}
      const answer = answerFor(ledger, new URL(`http://node${request.url}`), body)
      if (behaviour === 'loses' && request.method === 'POST') request.destroy()
      else response.end(JSON.stringify(answer))
    } catch (error) {
      const { status = 400, code = 3, message } = error as GatewayRefusal
      response.writeHead(status).end(JSON.stringify({ code, message, details: [] }))
    }
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
