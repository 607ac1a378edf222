import type { IncomingMessage, ServerResponse } from 'node:http'

interface Request {
  readonly id: unknown
  readonly method: string
}

/** Answers JSON-RPC as the node of an empty chain, where each account holds one coin. The path ends in the chain's number. */
export async function answerForNode(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const asked = JSON.parse(Buffer.concat(parts).toString()) as Request | readonly Request[]
  const chainId = Number(request.url?.split('/').at(-1))
  const answers: Readonly<Record<string, unknown>> = {
    eth_chainId: `0x${chainId.toString(16)}`,
    eth_blockNumber: '0x1',
    eth_getBalance: `0x${(10n ** 18n).toString(16)}`,
    eth_getCode: '0x',
    eth_call: '0x',
  }
  const answer = ({ id, method }: Request) => ({
    jsonrpc: '2.0',
    id,
    ...(Object.hasOwn(answers, method)
      ? { result: answers[method] }
      : { error: { code: -32601, message: `There is no method ${method}.` } }),
  })
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(Array.isArray(asked) ? asked.map(answer) : answer(asked as Request)))
}
