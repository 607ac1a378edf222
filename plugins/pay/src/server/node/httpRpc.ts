import { fetchText } from './fetchText.js'
import { readJson } from './readJson.js'

/** Asks a node by JSON-RPC and gives the result. Rejects when the node can't answer. */
export type NodeRpc = (method: string, parameters: readonly unknown[]) => Promise<unknown>

/** A node's refusal in place of a result, with its JSON-RPC code; 0 where it named none. */
class NodeError extends Error {
  override readonly name = 'NodeError'
  readonly code: number

  constructor(message: string, code: number) {
    super(message)
    this.code = code
  }
}

/** JSON-RPC 2.0 over HTTP POST. Whole numbers of 16 digits and more come as text. */
export function httpRpc(url: string): NodeRpc {
  return async (method, parameters) => {
    const { status, text } = await fetchText(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: parameters }),
    })
    const answer = readJson(text) as {
      result?: unknown
      error?: { code?: unknown; message?: unknown }
    } | null
    if (answer?.error) {
      const { code, message } = answer.error
      throw new NodeError(`${method}: ${String(message).slice(0, 200)}`, typeof code === 'number' ? code : 0)
    }
    if (answer?.result === undefined) throw new Error(`${method} was answered with status ${status}.`)
    return answer.result
  }
}
