export {
  DatabaseUnavailableError,
  type OpenDatabase,
  type OpenDatabaseOptions,
  openDatabase,
} from './openDatabase.js'
