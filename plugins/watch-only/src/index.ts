export { type WatchedAccount, WatchOnly, type WatchOnlyService } from './WatchOnlyService.js'
export { watchOnly, watchOnlyId } from './watchOnly.js'
export { WatchAddressRoute } from './watchAddressRoute.js'
