import { sql } from 'kysely'
import { unavailable } from '../http/serviceError.js'
import { inTime } from '../shared/inTime.js'
import { jsonText, type Route } from './route.js'

/** Whether the service works, and how far its index goes. */
export const health: Route = {
  name: 'health',
  method: 'get',
  path: '/health',
  async handle(_context, service) {
    // Why it fails may hold the address of a node, which is nobody's business here. Every instance writes it alike.
    const networks = service.indexer.states().map(({ networkId, height, isCaughtUp, problem }) => {
      return { networkId, height, isCaughtUp, hasProblem: problem !== undefined }
    })
    return jsonText(JSON.stringify({ status: 'OK', networks }))
  },
}

/** Whether a load balancer may send requests here: the database answers, and the service isn't about to end. */
export const ready: Route = {
  name: 'ready',
  method: 'get',
  path: '/ready',
  async handle(_context, { database, lifecycle }) {
    if (lifecycle.isStopping) throw unavailable('This instance', undefined)
    await inTime(patience, sql`select 1`.execute(database.writes), late).catch((cause) => {
      throw unavailable('The database', cause)
    })
    return jsonText('{"status":"OK"}')
  },
}

/** Milliseconds that the database has to answer: one that froze keeps its connections and says nothing. */
const patience = 2_000

const late = (): never => {
  throw new Error(`No answer within ${patience} ms.`)
}

export const supportedChains: Route = {
  name: 'supportedChains',
  method: 'get',
  path: '/v1/supported-chains',
  async handle(_context, service) {
    return jsonText(JSON.stringify({ http: service.chains.map(({ networkId }) => networkId), ws: [] }))
  },
}
