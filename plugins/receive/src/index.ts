export { receive } from './receive.js'
export type { ReceiveOptions } from './receive.js'
export { CompatibleNetworksRoute, ReceiveRoute, ReceiveTokenRoute } from './receiveRoutes.js'
export type { ReceiveParams } from './receiveRoutes.js'
export { Receive } from './ReceiveService.js'
export type {
  ReceiveLink,
  ReceiveNetwork,
  ReceiveRequest,
  ReceiveService,
  ReceiveState,
} from './ReceiveService.js'
