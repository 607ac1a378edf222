import { type SimulatedChain, SimulatedRefusal } from './createSimulatedChain.js'

interface Request {
  readonly id: unknown
  readonly method: string
  readonly params?: readonly unknown[]
}

/** Answers requests of the page to one address from a chain in its memory. All others go where they went. */
export function serveChain(url: string, chain: SimulatedChain): void {
  const before = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url !== url) return before(input, init)
    const asked = (await request.json()) as Request | readonly Request[]
    const answers = await Promise.all([asked].flat().map((each) => answer(each as Request, chain)))
    return Response.json(Array.isArray(asked) ? answers : answers[0])
  }
}

async function answer({ id, method, params = [] }: Request, chain: SimulatedChain) {
  try {
    return { jsonrpc: '2.0', id, result: await chain(method, params) }
  } catch (error) {
    if (!(error instanceof SimulatedRefusal)) throw error
    return { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } }
  }
}
