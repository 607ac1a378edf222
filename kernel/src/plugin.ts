export { accountId, namespaceOf, parseNetworkId } from './caip.js'
export type { AccountId, ChainIdParts, NamespaceId, NetworkId } from './caip.js'
export { parseAccountId, parseAssetId } from './accountIds.js'
export type { AccountIdParts, AssetIdParts } from './accountIds.js'
export { capability, findCapability } from './capability.js'
export type { Capability, Versioned } from './capability.js'
export type { Amount, TokenReference } from './capabilities/amount.js'
export { Balance } from './capabilities/balance.js'
export type { BalanceCapability, BalanceRequest, TokenAmount } from './capabilities/balance.js'
export { Explorer } from './capabilities/explorer.js'
export type { ExplorerCapability } from './capabilities/explorer.js'
export { History } from './capabilities/history.js'
export type {
  HistoryCapability,
  HistoryGap,
  HistoryPage,
  HistoryRequest,
  TransactionOperation,
  TransactionRecord,
  TransactionStatus,
  TransactionTransfer,
} from './capabilities/history.js'
export { Identities } from './capabilities/identity.js'
export type { Identity, IdentityCapability } from './capabilities/identity.js'
export { PaymentRequest } from './capabilities/paymentRequest.js'
export type {
  PaymentLink,
  PaymentLinkContent,
  PaymentLinkProblem,
  PaymentLinkReader,
  PaymentLinkRequest,
  PaymentRequestCapability,
} from './capabilities/paymentRequest.js'
export { Send } from './capabilities/send.js'
export type {
  BalanceChange,
  FeeLevel,
  FollowRequest,
  PreparedSend,
  SendCapability,
  SendNotice,
  SendRequest,
  SubmittedTransaction,
} from './capabilities/send.js'
export { SignIn } from './capabilities/signIn.js'
export type { SignedIn, SignInCapability, SignInInput, SignInRequest } from './capabilities/signIn.js'
export { SignInOnConnect } from './capabilities/signInOnConnect.js'
export type {
  ConnectSignIn,
  ConnectSignInAnswer,
  ConnectSignInRequest,
  SignInOnConnectService,
} from './capabilities/signInOnConnect.js'
export { SignMessage } from './capabilities/signMessage.js'
export type { SignedMessage, SignMessageCapability, SignMessageRequest } from './capabilities/signMessage.js'
export { SignTransaction } from './capabilities/signTransaction.js'
export type { SignTransactionCapability, SignTransactionRequest } from './capabilities/signTransaction.js'
export { AccountIdentities } from './core/accountIdentities.js'
export type { AccountIdentitiesService, AccountIdentity } from './core/accountIdentities.js'
export { OwnedCollectibles } from './capabilities/ownedCollectibles.js'
export type {
  OwnedCollectible,
  OwnedCollectiblesCapability,
  OwnedCollectiblesPage,
  OwnedCollectiblesRequest,
} from './capabilities/ownedCollectibles.js'
export { RequestNetwork } from './capabilities/requestNetwork.js'
export type { NetworkRequest, RequestNetworkCapability } from './capabilities/requestNetwork.js'
export { WalletAssets } from './capabilities/walletAssets.js'
export type { WalletAsset, WalletAssetsCapability, WalletAssetsRequest } from './capabilities/walletAssets.js'
export { App } from './core/app.js'
export { NativeBalances } from './core/balances.js'
export type { NativeBalance, NativeBalancesService } from './core/balances.js'
export { Clock, wait } from './core/clock.js'
export type { TimerHandle } from './core/clock.js'
export { Http } from './core/http.js'
export type { HttpRequest, HttpService } from './core/http.js'
export { Log } from './core/log.js'
export type { LogLevel, LogService } from './core/log.js'
export { ModalClosed, ModalOpened, Navigation } from './core/navigation.js'
export type {
  Approval,
  CloseGuard,
  NavigationEntry,
  NavigationService,
  NavigationState,
  Outcome,
} from './core/navigation.js'
export { Networks, NetworkSwitched } from './core/networksState.js'
export type { ActiveNetwork, NetworksService, NetworksState } from './core/networksState.js'
export { Notifications } from './core/notifications.js'
export type {
  NotificationsService,
  NotificationsState,
  SnackbarState,
  SnackbarVariant,
  Toast,
  ToastOptions,
  ToastType,
} from './core/notifications.js'
export { ConnectDeclined, ConnectFailed, Session } from './core/sessionState.js'
export { Connected, Disconnected, DisconnectFailed } from './core/walletEvents.js'
export type {
  ConnectionRecord,
  ConnectionStatus,
  ConnectOptions,
  DisconnectOptions,
  NamespaceSession,
  RecentWallet,
  SessionService,
  SessionState,
} from './core/sessionState.js'
export { guard, Storage, storageKey, StorageProblem } from './core/storage.js'
export type { StorageAdapter, StorageKey, StorageService } from './core/storage.js'
export { checkNamespace } from './checkNamespace.js'
export {
  addDecimals,
  type Decimal,
  decimalOf,
  fromDecimal,
  multiplyDecimals,
  parseAmount,
  readDecimal,
  readTypedAmount,
  toDecimal,
  toScale,
  unitsOfWorth,
  worthOfUnits,
} from './contracts/amounts.js'
export { definePlugin } from './definePlugin.js'
export type {
  Deps,
  Plugin,
  PluginContext,
  PluginDefinition,
  PluginHandle,
  ServiceReader,
} from './definePlugin.js'
export {
  activeAddressMissing,
  activeNetworkMissing,
  balanceUnavailable,
  transactionsNeedAddress,
  transactionsUnavailable,
} from './errors/account.js'
export {
  alertFrom,
  embeddedWalletTimedOut,
  embeddedWalletUnavailable,
  invalidConfiguration,
  projectIdMissing,
  sessionExpired,
} from './errors/alerts.js'
export type { InvalidConfigurationReason } from './errors/alerts.js'
export { BaseError, isKernelError, messageOf } from './errors/base.js'
export type { BaseErrorOptions } from './errors/base.js'
export { chainNotSupported, networkNotFound, networkUndefined, unsupportedChain } from './errors/chain.js'
export {
  adapterNotFound,
  connectionClientMissing,
  disconnectFailed,
  notConnected,
  walletConnectConnectorNotFound,
} from './errors/connection.js'
export { kernelMissing } from './errors/kernelMissing.js'
export { ConnectorError, isUserRejection } from './errors/connector.js'
export { UserRejectedError } from './errors/userRejected.js'
export {
  actionNotAllowed,
  emailLoginUnavailable,
  emailThrottled,
  frameError,
  requestAborted,
  requestNotAllowed,
  somethingWentWrong,
} from './errors/embedded.js'
export { KernelConfigError, KernelError, PluginError } from './errors/kernel.js'
export { HttpStatusError } from './errors/httpStatus.js'
export { NetworkError } from './errors/network.js'
export { paymentRequestInvalid } from './errors/payment.js'
export { invalidAnswer, RpcError, rpcErrorFrom } from './errors/rpc.js'
export { sendIncomplete, sendTokenMissing } from './errors/send.js'
export {
  authenticationFailed,
  signatureDeclined,
  siwxConfiguredTwice,
  siwxNotEnabled,
  smartAccountsUnsupported,
} from './errors/siwx.js'
export { gasPriceNetworkUnsupported, swapNetworkUnsupported } from './errors/swap.js'
export { unknownError } from './errors/unknown.js'
export { event } from './event.js'
export type { EventKey } from './event.js'
export type { AnyEvent, Events } from './events.js'
export { extensionPoint } from './extensionPoint.js'
export type { ExtensionPoint } from './extensionPoint.js'
export { lazy } from './lazy.js'
export type { AppMetadata } from './kernelOptions.js'
export type { Currency, Network } from './network.js'
export { parse } from './parse.js'
export type { Schema, SchemaIssue, SchemaResult } from './parse.js'
export { Connector } from './points/connector.js'
export type {
  Account,
  AccountKind,
  ApprovedNetworks,
  Connection,
  ConnectionChange,
  ConnectorContribution,
  ConnectorGroup,
  ConnectRequest,
  ListedWallet,
  Readiness,
} from './points/connector.js'
export { Feature } from './points/feature.js'
export type { FeatureContribution } from './points/feature.js'
export { Namespace } from './points/namespace.js'
export type { NamespaceContribution } from './points/namespace.js'
export { View } from './points/view.js'
export type { ViewContribution } from './points/view.js'
export { providerKey } from './providerKey.js'
export type { ProviderKey } from './providerKey.js'
export { route } from './route.js'
export type { Route, RouteParams } from './route.js'
export {
  AccountRoute,
  AllWalletsRoute,
  ConnectingExternalRoute,
  ConnectingMultiChainRoute,
  ConnectRoute,
  GetWalletRoute,
  NetworksRoute,
  PluginProblemRoute,
  ProfileWalletsRoute,
  SwitchActiveChainRoute,
  SwitchNetworkRoute,
  UnsupportedChainRoute,
  WhatIsANetworkRoute,
  WhatIsAWalletRoute,
} from './routes.js'
export { plainText } from './plainText.js'
export { PluginFailed } from './state.js'
export type { KernelState, PluginPhase, PluginState } from './state.js'
export { token } from './token.js'
export type { AnyToken, Token, TokenRecord, TokenType } from './token.js'
export { version } from './version.js'
