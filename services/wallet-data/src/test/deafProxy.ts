import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { close, listen } from '@latchkey/service-kit'

/** Stands before a node and can refuse questions that hold a text, as a node does whose limit is reached. */
export interface DeafProxy {
  readonly url: string
  /** Every other question is passed on. `undefined` refuses none. */
  refuse(part: string | undefined): void
  stop(): Promise<void>
}

export async function startDeafProxy(target: string): Promise<DeafProxy> {
  let refused: string | undefined
  const answerTo = async (question: { id: number }) => {
    const body = JSON.stringify(question)
    if (refused !== undefined && body.includes(refused)) {
      return { jsonrpc: '2.0', id: question.id, error: { code: -32005, message: 'limit exceeded' } }
    }
    const headers = { 'content-type': 'application/json' }
    return (await fetch(target, { method: 'POST', headers, body })).json()
  }
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request))
    const answer = await (Array.isArray(asked) ? Promise.all(asked.map(answerTo)) : answerTo(asked))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  const port = await listen(server)
  return {
    url: `http://127.0.0.1:${port}`,
    refuse(part) {
      refused = part
    },
    stop: () => close(server),
  }
}
