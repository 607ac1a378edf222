export { PendingTransactionRoute } from './contracts/pendingTransactionRoute.js'
export {
  AccountRoute,
  AllWalletsRoute,
  ApproveTransactionRoute,
  ConnectRoute,
  ConnectingExternalRoute,
  ConnectingMultiChainRoute,
  GetWalletRoute,
  NetworksRoute,
  PluginProblemRoute,
  ProfileWalletsRoute,
  SwitchActiveChainRoute,
  SwitchNetworkRoute,
  UnsupportedChainRoute,
  WhatIsANetworkRoute,
  WhatIsAWalletRoute,
} from './contracts/routes.js'
export { SendCollectibleRoute } from './contracts/sendCollectibleRoute.js'
export { PluginFailed } from './engine/state.js'
export type { KernelState, PluginPhase, PluginState } from './engine/state.js'
export { balanceUnavailable, transactionsUnavailable } from './errors/account.js'
export { invalidConfiguration, sessionExpired } from './errors/alerts.js'
export type { InvalidConfigurationReason } from './errors/alerts.js'
export { chainNotSupported, networkNotFound, unsupportedChain } from './errors/chain.js'
export { connectionClientMissing, notConnected } from './errors/connection.js'
export { requestAborted } from './errors/embedded.js'
export { kernelErrorFrom } from './errors/kernelErrorFrom.js'
export { unknownError } from './errors/unknown.js'
export { StorageProblem } from './platform/storage.js'
export { Wallets } from './wallet/activeWallet.js'
export type {
  ActiveWallet,
  Bound,
  WalletQuestion,
  WalletTarget,
  WalletsService,
} from './wallet/activeWallet.js'
export { NativeBalances } from './wallet/balances.js'
export type { NativeBalance, NativeBalancesService } from './wallet/balances.js'
export { featureServices } from './wallet/featureServices.js'
export type { FeatureServices } from './wallet/featureServices.js'
export { loadForPlugin } from './wallet/loadForPlugin.js'
export { ModalClosed, ModalOpened } from './wallet/modalEvents.js'
export { Navigation } from './wallet/navigation.js'
export type {
  Approval,
  CloseGuard,
  NavigationEntry,
  NavigationService,
  NavigationState,
  Outcome,
} from './wallet/navigation.js'
export { NetworkSwitched, Networks } from './wallet/networksState.js'
export type { ActiveNetwork, NetworksService, NetworksState } from './wallet/networksState.js'
export { Notifications } from './wallet/notifications.js'
export type {
  NotificationsService,
  NotificationsState,
  SnackbarState,
  SnackbarVariant,
  Toast,
  ToastOptions,
  ToastType,
} from './wallet/notifications.js'
export { ConnectDeclined, ConnectFailed, Session } from './wallet/session/sessionState.js'
export type {
  ConnectOptions,
  ConnectionRecord,
  ConnectionStatus,
  DisconnectOptions,
  NamespaceSession,
  RecentWallet,
  SessionService,
  SessionState,
} from './wallet/session/sessionState.js'
export { spanningId } from './wallet/session/spanningId.js'
export { Connected, DisconnectFailed, Disconnected } from './wallet/session/walletEvents.js'
export { connectorsOf, partsOf } from './wallet/session/walletParts.js'
