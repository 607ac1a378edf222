export { findAccounts } from './findAccounts.js'
export { openWatched, restoreWatched } from './openWatched.js'
