import { jsonText, type Route } from './route.js'

/** Whether the service works, and how far its index goes. */
export const health: Route = {
  name: 'health',
  method: 'get',
  path: '/health',
  async handle(_context, service) {
    // Why it fails may hold the address of a node, which is nobody's business here.
    const networks = service.indexer.states().map(({ problem, ...state }) => {
      return { ...state, hasProblem: problem !== undefined }
    })
    return jsonText(JSON.stringify({ status: 'OK', networks }))
  },
}

export const supportedChains: Route = {
  name: 'supportedChains',
  method: 'get',
  path: '/v1/supported-chains',
  async handle(_context, service) {
    return jsonText(JSON.stringify({ http: service.chains.map(({ networkId }) => networkId), ws: [] }))
  },
}
