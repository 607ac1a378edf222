export { checkOptionNames } from './platform/checkOptionNames.js'
export { inDevelopment } from './platform/inDevelopment.js'
export { accountId, namespaceOf, parseNetworkId } from './contracts/caip.js'
export type { AccountId, ChainIdParts, NamespaceId, NetworkId } from './contracts/caip.js'
export { parseAccountId, parseAssetId } from './contracts/accountIds.js'
export type { AccountIdParts, AssetIdParts } from './contracts/accountIds.js'
export { capability, findCapability } from './keys/capability.js'
export type { Capability, CapabilityOf } from './keys/capability.js'
export type { Amount, TokenReference } from './contracts/capabilities/amount.js'
export { Balance } from './contracts/capabilities/balance.js'
export type {
  BalanceCapability,
  BalanceRequest,
  MultipliersRequest,
  TokenAmount,
} from './contracts/capabilities/balance.js'
export { Activity } from './contracts/data/activity.js'
export type { ActivityPage, ActivityService } from './contracts/data/activity.js'
export { AddressNames } from './contracts/data/addressNames.js'
export type { AddressName, AddressNamesService } from './contracts/data/addressNames.js'
export { addressNamesOf } from './contracts/addressNamesOf.js'
export { looksAlike } from './contracts/looksAlike.js'
export { Collectibles } from './contracts/data/collectibles.js'
export type {
  Collectible,
  CollectiblesPage,
  CollectiblesRequest,
  CollectiblesService,
} from './contracts/data/collectibles.js'
export { Holdings } from './contracts/data/holdings.js'
export { compareStandings, standingOf } from './contracts/data/standingOf.js'
export type { Standing } from './contracts/data/standingOf.js'
export type { Holding, HoldingsAnswer, HoldingsRequest, HoldingsService } from './contracts/data/holdings.js'
export { NameRegistry, Names } from './contracts/data/names.js'
export type {
  NameRegistryService,
  FoundName,
  NamesService,
  NameSuggestion,
  RegisterNameRequest,
} from './contracts/data/names.js'
export { priceCurrencies, Prices, ServicePrices } from './contracts/data/prices.js'
export type { PriceCurrency, PriceRequest, PricesService } from './contracts/data/prices.js'
export { TransactionSettled, TransactionSubmitted } from './contracts/data/sentTransactions.js'
export type { TransactionDecided, TransactionSent } from './contracts/data/sentTransactions.js'
export type { DataSource } from './contracts/data/source.js'
export { Calls, callsKey } from './contracts/capabilities/calls.js'
export type {
  AllowanceChange,
  CallsCapability,
  CallsDecision,
  CallsKey,
  CallsRequest,
  CallsStep,
  CallsSupport,
  CallsSupportRequest,
  PaymasterService,
  FollowCallsRequest,
  PreparedCalls,
  SubmittedCalls,
} from './contracts/capabilities/calls.js'
export { submitCalls } from './contracts/submitCalls.js'
export type { CallingWallet, SubmitCallsOptions } from './contracts/submitCalls.js'
export { tellLost, tellSettled, tellSubmitted } from './contracts/tellTransactions.js'
export type { ToldTransaction, TransactionEvents } from './contracts/tellTransactions.js'
export { type HandedToWallet, outcomeOf, type RequestOutcome } from './contracts/outcomeOf.js'
export { CallsPartlySentError } from './contracts/CallsPartlySentError.js'
export { TokenFacts } from './contracts/capabilities/tokenFacts.js'
export type { TokenFactsCapability, TokenFactsRequest } from './contracts/capabilities/tokenFacts.js'
export { Explorer } from './contracts/capabilities/explorer.js'
export type { ExplorerCapability } from './contracts/capabilities/explorer.js'
export { History } from './contracts/capabilities/history.js'
export type {
  HistoryCapability,
  HistoryGap,
  HistoryPage,
  HistoryRequest,
  TransactionOperation,
  TransactionRecord,
  TransactionStatus,
  TransactionTransfer,
} from './contracts/capabilities/history.js'
export { Identities } from './contracts/capabilities/identity.js'
export type { Identity, IdentityCapability } from './contracts/capabilities/identity.js'
export { PaymentRequest } from './contracts/capabilities/paymentRequest.js'
export type {
  PaymentLink,
  PaymentLinkContent,
  PaymentLinkProblem,
  PaymentLinkReader,
  PaymentLinkRequest,
  PaymentRequestCapability,
} from './contracts/capabilities/paymentRequest.js'
export { Send } from './contracts/capabilities/send.js'
export type {
  BalanceChange,
  FeeLevel,
  FollowRequest,
  PreparedSend,
  SendCapability,
  SendNotice,
  SendRequest,
  SendDecision,
  SubmittedTransaction,
  TransferRequest,
} from './contracts/capabilities/send.js'
export { Allowances } from './contracts/capabilities/allowances.js'
export type {
  AllowancesAnswer,
  AllowancesCapability,
  AllowancesRequest,
  StandingAllowance,
} from './contracts/capabilities/allowances.js'
export { CollectibleTransfers } from './contracts/capabilities/collectibleTransfers.js'
export type {
  CollectibleReference,
  CollectibleTransfer,
  CollectibleTransferRequest,
  CollectibleTransfersCapability,
} from './contracts/capabilities/collectibleTransfers.js'
export { SendCollectibleRoute } from './contracts/sendCollectibleRoute.js'
export { PendingTransactionRoute } from './contracts/pendingTransactionRoute.js'
export { Replace } from './contracts/capabilities/replace.js'
export type {
  ChildFacts,
  FollowReplacementRequest,
  PendingFacts,
  PendingRequest,
  PreparedReplacement,
  ReplaceCapability,
  ReplaceDecision,
  ReplaceRequest,
  ReplaceWay,
  SubmittedReplacement,
} from './contracts/capabilities/replace.js'
export { SignIn } from './contracts/capabilities/signIn.js'
export type {
  SignedIn,
  SignInCapability,
  SignInInput,
  SignInRequest,
} from './contracts/capabilities/signIn.js'
export { SignInOnConnect } from './contracts/capabilities/signInOnConnect.js'
export type {
  ConnectSignIn,
  ConnectSignInAnswer,
  ConnectSignInRequest,
  SignInOnConnectService,
} from './contracts/capabilities/signInOnConnect.js'
export { SignMessage } from './contracts/capabilities/signMessage.js'
export type {
  SignedMessage,
  SignMessageCapability,
  SignMessageRequest,
} from './contracts/capabilities/signMessage.js'
export { SignTransaction } from './contracts/capabilities/signTransaction.js'
export type {
  SignTransactionCapability,
  SignTransactionRequest,
} from './contracts/capabilities/signTransaction.js'
export { AccountIdentities } from './contracts/accountIdentities.js'
export type { AccountIdentitiesService, AccountIdentity } from './contracts/accountIdentities.js'
export { OwnedCollectibles } from './contracts/capabilities/ownedCollectibles.js'
export type {
  OwnedCollectible,
  OwnedCollectiblesCapability,
  OwnedCollectiblesPage,
  OwnedCollectiblesRequest,
} from './contracts/capabilities/ownedCollectibles.js'
export { RemoteProvider } from './contracts/capabilities/remoteProvider.js'
export type {
  RemoteAdapter,
  RemoteProviderCapability,
  RemoteSession,
} from './contracts/capabilities/remoteProvider.js'
export { RequestNetwork } from './contracts/capabilities/requestNetwork.js'
export type { NetworkRequest, RequestNetworkCapability } from './contracts/capabilities/requestNetwork.js'
export { WalletAssets } from './contracts/capabilities/walletAssets.js'
export type {
  WalletAsset,
  WalletAssetsCapability,
  WalletAssetsRequest,
} from './contracts/capabilities/walletAssets.js'
export { App } from './platform/app.js'
export { NativeBalances } from './wallet/balances.js'
export type { NativeBalance, NativeBalancesService } from './wallet/balances.js'
export { Clock, wait } from './platform/clock.js'
export type { TimerHandle } from './platform/clock.js'
export { createTimer } from './platform/createTimer.js'
export type { Timer } from './platform/createTimer.js'
export { fetchWhole } from './platform/fetchWhole.js'
export { readRetryAfter } from './platform/readRetryAfter.js'
export { Http } from './platform/http.js'
export type { HttpRequest, HttpService } from './platform/http.js'
export { Log } from './platform/log.js'
export type { LogLevel, LogService } from './platform/log.js'
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
export { featureServices } from './wallet/featureServices.js'
export type { FeatureServices } from './wallet/featureServices.js'
export { createPendingList } from './wallet/createPendingList.js'
export type { PendingEntry, PendingList } from './wallet/createPendingList.js'
export { loadForPlugin } from './wallet/loadForPlugin.js'
export { Wallets } from './wallet/activeWallet.js'
export type {
  ActiveWallet,
  Bound,
  WalletQuestion,
  WalletsService,
  WalletTarget,
} from './wallet/activeWallet.js'
export { Networks, NetworkSwitched } from './wallet/networksState.js'
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
export { Connected, Disconnected, DisconnectFailed } from './wallet/session/walletEvents.js'
export type {
  ConnectionRecord,
  ConnectionStatus,
  ConnectOptions,
  DisconnectOptions,
  NamespaceSession,
  RecentWallet,
  SessionService,
  SessionState,
} from './wallet/session/sessionState.js'
export { guard, Storage, storageKey, StorageProblem } from './platform/storage.js'
export type { StorageAdapter, StorageKey, StorageService } from './platform/storage.js'
export { checkNamespace } from './contracts/checkNamespace.js'
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
export { worthDigits, worthOf } from './contracts/worth.js'
export { findExplorerUrl } from './wallet/findExplorerUrl.js'
export { followForm } from './wallet/followForm.js'
export { followHeld } from './wallet/followHeld.js'
export { isSameTarget } from './wallet/isSameTarget.js'
export type { FollowedForm, FormArguments, WalletForm } from './wallet/followForm.js'
export type { HeldForm } from './wallet/followHeld.js'
export { definePlugin } from './engine/definePlugin.js'
export type {
  Deps,
  Plugin,
  PluginContext,
  PluginDefinition,
  PluginHandle,
  ServiceReader,
} from './engine/definePlugin.js'
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
export { kernelErrorFrom } from './errors/kernelErrorFrom.js'
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
export { RpcError } from './errors/rpcError.js'
export { FeeUnreasonableError } from './contracts/FeeUnreasonableError.js'
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
export { event } from './keys/event.js'
export type { EventKey } from './keys/event.js'
export type { AnyEvent, Events } from './engine/events.js'
export { extensionPoint } from './keys/extensionPoint.js'
export type { ExtensionPoint, ListReader, PointPolicy } from './keys/extensionPoint.js'
export { inOneTab } from './platform/inOneTab.js'
export { lazy } from './platform/lazy.js'
export { loadAhead } from './platform/loadAhead.js'
export type { AppMetadata } from './platform/app.js'
export { asciiDigits } from './contracts/asciiDigits.js'
export { visibleText } from './keys/visibleText.js'
export { isCoinToken } from './contracts/isCoinToken.js'
export type { Closed } from './contracts/closed.js'
export type { Currency, Network } from './contracts/network.js'
export { parse } from './platform/parse.js'
export type { Schema, SchemaIssue, SchemaResult } from './platform/parse.js'
export { Connector } from './contracts/points/connector.js'
export type {
  Account,
  AccountKind,
  ApprovedNetworks,
  Connection,
  ConnectionChange,
  ConnectorContribution,
  ConnectorGroup,
  ConnectRequest,
  ListenRequest,
  RestoreRequest,
  ListedWallet,
  Readiness,
} from './contracts/points/connector.js'
export { AskedMethods } from './contracts/points/askedMethods.js'
export type { MethodsAsked } from './contracts/points/askedMethods.js'
export { Feature } from './contracts/points/feature.js'
export { Pictures } from './contracts/points/pictures.js'
export type { PictureSource, PictureSubject } from './contracts/points/pictures.js'
export type { FeatureContribution } from './contracts/points/feature.js'
export { TokenKeepers } from './contracts/points/tokenKeeper.js'
export type { TokenHolder, TokenKeeper } from './contracts/points/tokenKeeper.js'
export { Namespace } from './contracts/points/namespace.js'
export type { NamespaceContribution } from './contracts/points/namespace.js'
export { View } from './contracts/points/view.js'
export type { ViewContribution } from './contracts/points/view.js'
export { providerKey } from './keys/providerKey.js'
export type { ProviderKey } from './keys/providerKey.js'
export { route } from './keys/route.js'
export type { Route, RouteParams } from './keys/route.js'
export {
  AccountRoute,
  AllWalletsRoute,
  ApproveTransactionRoute,
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
} from './contracts/routes.js'
export { checkShape } from './contracts/checkShape.js'
export type { Shape } from './contracts/checkShape.js'
export { tellAskedWalletLeft } from './wallet/tellAskedWalletLeft.js'
export { decisionWords, errorWords, isWords, noticeWords, plainWords } from './contracts/words.js'
export type { CodedSentence, Words, WordsParameters } from './contracts/words.js'
export { plainText } from './keys/plainText.js'
export { readOnly } from './engine/readOnly.js'
export { PluginFailed } from './engine/state.js'
export type { KernelState, PluginPhase, PluginState } from './engine/state.js'
export { token } from './keys/token.js'
export type { AnyToken, Token, TokenRecord, TokenType } from './keys/token.js'
export { version } from './engine/version.js'
export { spanningId } from './wallet/session/spanningId.js'
export { connectorsOf, partsOf } from './wallet/session/walletParts.js'
