export { backUpDatabase } from './backUpDatabase.js'
export { createMetrics, type Metrics } from './createMetrics.js'
export { close, type ListenOptions, listen } from './listen.js'
export {
  type OpenDatabase,
  type OpenDatabaseOptions,
  openDatabase,
} from './openDatabase.js'
export { ServiceSetupError, type ServiceSetupErrorCode } from './serviceSetupError.js'
