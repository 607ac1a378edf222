export { AccountIdentities } from './contracts/accountIdentities.js'
export type { AccountIdentitiesService, AccountIdentity } from './contracts/accountIdentities.js'
export { parseAccountId, parseAssetId } from './contracts/accountIds.js'
export type { AccountIdParts, AssetIdParts } from './contracts/accountIds.js'
export { addressNamesOf } from './contracts/addressNamesOf.js'
export {
  addDecimals,
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
export type { Decimal } from './contracts/amounts.js'
export { accountId, namespaceOf, parseNetworkId } from './contracts/caip.js'
export type { AccountId, ChainIdParts } from './contracts/caip.js'
export { Allowances } from './contracts/capabilities/allowances.js'
export type {
  AllowancesAnswer,
  AllowancesCapability,
  AllowancesRequest,
  StandingAllowance,
} from './contracts/capabilities/allowances.js'
export type { Amount, TokenReference } from './contracts/capabilities/amount.js'
export { Balance } from './contracts/capabilities/balance.js'
export type {
  BalanceCapability,
  BalanceRequest,
  MultipliersRequest,
  TokenAmount,
} from './contracts/capabilities/balance.js'
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
  FollowCallsRequest,
  PaymasterService,
  PreparedCalls,
  SubmittedCalls,
} from './contracts/capabilities/calls.js'
export { CollectibleTransfers } from './contracts/capabilities/collectibleTransfers.js'
export type {
  CollectibleReference,
  CollectibleTransfer,
  CollectibleTransferRequest,
  CollectibleTransfersCapability,
} from './contracts/capabilities/collectibleTransfers.js'
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
export { OwnedCollectibles } from './contracts/capabilities/ownedCollectibles.js'
export type {
  OwnedCollectible,
  OwnedCollectiblesCapability,
  OwnedCollectiblesPage,
  OwnedCollectiblesRequest,
} from './contracts/capabilities/ownedCollectibles.js'
export { PaymentRequest } from './contracts/capabilities/paymentRequest.js'
export type {
  PaymentLink,
  PaymentLinkContent,
  PaymentLinkProblem,
  PaymentLinkReader,
  PaymentLinkRequest,
  PaymentRequestCapability,
} from './contracts/capabilities/paymentRequest.js'
export { RemoteProvider } from './contracts/capabilities/remoteProvider.js'
export type {
  RemoteAdapter,
  RemoteProviderCapability,
  RemoteSession,
} from './contracts/capabilities/remoteProvider.js'
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
export { RequestNetwork } from './contracts/capabilities/requestNetwork.js'
export type { NetworkRequest, RequestNetworkCapability } from './contracts/capabilities/requestNetwork.js'
export { Send } from './contracts/capabilities/send.js'
export type {
  BalanceChange,
  FeeForecast,
  FeeLevel,
  FollowRequest,
  PreparedSend,
  SendCapability,
  SendDecision,
  SendNotice,
  SendRequest,
  SubmittedTransaction,
  TransferRequest,
} from './contracts/capabilities/send.js'
export { SignIn } from './contracts/capabilities/signIn.js'
export type {
  SignInCapability,
  SignInInput,
  SignInRequest,
  SignedIn,
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
  SignMessageCapability,
  SignMessageRequest,
  SignedMessage,
} from './contracts/capabilities/signMessage.js'
export { SignTransaction } from './contracts/capabilities/signTransaction.js'
export type {
  SignTransactionCapability,
  SignTransactionRequest,
} from './contracts/capabilities/signTransaction.js'
export { TokenFacts } from './contracts/capabilities/tokenFacts.js'
export type { TokenFactsCapability, TokenFactsRequest } from './contracts/capabilities/tokenFacts.js'
export { WalletAssets } from './contracts/capabilities/walletAssets.js'
export type {
  WalletAsset,
  WalletAssetsCapability,
  WalletAssetsRequest,
} from './contracts/capabilities/walletAssets.js'
export type { Closed } from './contracts/closed.js'
export { Activity } from './contracts/data/activity.js'
export type { ActivityPage, ActivityService } from './contracts/data/activity.js'
export { AddressNames } from './contracts/data/addressNames.js'
export type { AddressName, AddressNamesService } from './contracts/data/addressNames.js'
export { Collectibles } from './contracts/data/collectibles.js'
export type {
  Collectible,
  CollectiblesPage,
  CollectiblesRequest,
  CollectiblesService,
} from './contracts/data/collectibles.js'
export { Holdings } from './contracts/data/holdings.js'
export type { Holding, HoldingsAnswer, HoldingsRequest, HoldingsService } from './contracts/data/holdings.js'
export { NameRegistry, Names } from './contracts/data/names.js'
export type {
  FoundName,
  NameRegistryService,
  NameSuggestion,
  NamesService,
  RegisterNameRequest,
} from './contracts/data/names.js'
export { Prices, ServicePrices, priceCurrencies } from './contracts/data/prices.js'
export type { PriceCurrency, PriceRequest, PricesService } from './contracts/data/prices.js'
export type { DataSource } from './contracts/data/source.js'
export { compareStandings, standingOf } from './contracts/data/standingOf.js'
export type { Standing } from './contracts/data/standingOf.js'
export { isCoinToken } from './contracts/isCoinToken.js'
export { truncateAddress } from './contracts/truncateAddress.js'
export { looksAlike } from './contracts/looksAlike.js'
export type { Currency } from './contracts/network.js'
export { AskedMethods } from './contracts/points/askedMethods.js'
export type { MethodsAsked } from './contracts/points/askedMethods.js'
export type {
  AccountKind,
  ApprovedNetworks,
  ConnectionChange,
  ConnectorGroup,
  ListedWallet,
  ListenRequest,
  Readiness,
  RestoreRequest,
} from './contracts/points/connector.js'
export { Pictures } from './contracts/points/pictures.js'
export type { PictureSource, PictureSubject } from './contracts/points/pictures.js'
export { TokenKeepers } from './contracts/points/tokenKeeper.js'
export type { TokenHolder, TokenKeeper } from './contracts/points/tokenKeeper.js'
export { isWords, plainWords } from './contracts/words.js'
export type { CodedSentence } from './contracts/words.js'
export { feeForecastOf } from './contracts/feeForecastOf.js'
export { worthDigits, worthOf } from './contracts/worth.js'
export type { BaseErrorOptions } from './errors/base.js'
export { capability, findCapability } from './keys/capability.js'
export type { Capability, CapabilityOf } from './keys/capability.js'
export { providerKey } from './keys/providerKey.js'
export type { ProviderKey } from './keys/providerKey.js'
export type { AnyToken, TokenRecord, TokenType } from './keys/token.js'
export { visibleText } from './keys/visibleText.js'
export type { AppMetadata } from './platform/app.js'
export { createTimer } from './platform/createTimer.js'
export type { Timer } from './platform/createTimer.js'
export type { LogLevel } from './platform/log.js'
export type { StorageAdapter, StorageKey } from './platform/storage.js'
