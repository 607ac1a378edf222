export { backUpDatabase } from './backUpDatabase.js'
export { checkMetricsToken } from './checkMetricsToken.js'
export { createMetrics, type Metrics } from './createMetrics.js'
export { isBearer } from './isBearer.js'
export { close, drain, type ListenOptions, listen } from './listen.js'
export {
  type OpenDatabase,
  type OpenDatabaseOptions,
  openDatabase,
  replicaLagMilliseconds,
} from './openDatabase.js'
export type { ReplicaEvent } from './postgres/openReplicas.js'
export { openSession, type Session, type SessionOptions } from './postgres/openSession.js'
export { withoutPassword } from './postgres/withoutPassword.js'
export { type CallerOptions, readCaller } from './readCaller.js'
export { readJson } from './readJson.js'
export { ServiceSetupError, type ServiceSetupErrorCode } from './serviceSetupError.js'
