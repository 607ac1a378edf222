export { firstApproved, readApprovedSession } from './approvedSession.js'
export type { ApprovedNamespace, ApprovedSession } from './approvedSession.js'
export { parseAccountId } from './caip.js'
export type { CaipAccount } from './caip.js'
export { checkedLink, planDeepLinks } from './deepLink.js'
export type { DeepLink, DeepLinkAction, DeepLinkOptions, LinkTarget, WalletLinks } from './deepLink.js'
export { ConnectingWalletConnectRoute } from './connectingRoute.js'
export { WalletConnectError } from './errors.js'
export type { WalletConnectErrorCode, WalletConnectErrorOptions } from './errors.js'
export { defaultsOf } from './namespaceDefaults.js'
export type { NamespaceDefaults } from './namespaceDefaults.js'
export { buildOptionalNamespaces } from './namespaces.js'
export type {
  BuildNamespacesOptions,
  NamespaceOverride,
  NamespaceProposal,
  OptionalNamespace,
  ProposedNetwork,
} from './namespaces.js'
export { isSessionCompatible, validateProposalNamespaces } from './namespaceValidation.js'
export { validateSessionNamespaces } from './namespaceValidation.js'
export type { NamespaceProblem, ProposalNamespaces, SessionNamespaces } from './namespaceValidation.js'
export { isExpired } from './isExpired.js'
export { expiryAfter, pairingGuard, pairingLifetime, pairingSecondsLeft } from './pairingTime.js'
export { formatPairingUri, parsePairingUri } from './pairingUri.js'
export type { PairingUri, ParsePairingUriOptions } from './pairingUri.js'
export { detectPlatform, environmentOf } from './platform.js'
export type { Environment, OperatingSystem, Platform, WindowLike } from './platform.js'
export { WalletConnectPairing } from './pairingStatus.js'
export type { PairingStatus, ShownPairing } from './pairingStatus.js'
export type { WalletConnectOptions, WalletConnectStorage } from './readOptions.js'
export { walletConnect, walletConnectId } from './walletConnect.js'
export { WalletConnectMethods } from './walletConnectMethods.js'
export type { WalletConnectMethodsCapability } from './walletConnectMethods.js'
