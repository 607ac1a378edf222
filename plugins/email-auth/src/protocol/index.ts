export { type ProtocolClock, systemClock } from './clock.js'
export { copyPlainData, dataLimits } from './copyPlainData.js'
export { createFrameChannel, type FrameChannel, type FrameChannelOptions } from './createFrameChannel.js'
export {
  type EventPayload,
  type EventType,
  events,
  type FrameEvent,
  type FrameView,
  frameViews,
} from './events.js'
export {
  FrameError,
  type FrameErrorCode,
  type FrameErrorDetails,
  frameErrorCodes,
  type TransportErrorCode,
} from './frameError.js'
export {
  type FrameFailure,
  type Ignored,
  parseAppMessage,
  parseFrameMessage,
  protocolName,
  protocolVersion,
  write,
} from './messages.js'
export {
  defaultAncestors,
  matchesOrigin,
  type OriginPattern,
  parseOrigin,
  parseOriginPattern,
} from './originPatterns.js'
export { type Pace, type RequestPayload, type RequestReply, type RequestType, requests } from './requests.js'
export {
  type ApprovalMethod,
  type RpcMethod,
  rpcMethods,
  type RpcParams,
  type SafeMethod,
} from './rpcMethods.js'
export { approvalMethods, classifyRpc, isTransactionHash, type RpcClass, safeMethods } from './rpcPolicy.js'
export { markUnsigned } from './markUnsigned.js'
export { type LoginWay, loginWays } from './loginWays.js'
export {
  type RedirectProvider,
  redirectProviders,
  type SocialProvider,
  socialProviders,
} from './providers.js'
export { mostSolanaTransactionBytes, solanaTransactionVersions } from './solanaTransactions.js'
export { secondsUntilNextEmail, throttleSentence } from './secondsUntilNextEmail.js'
export { type FrameHandlers, type ServedFrame, type ServeFrameOptions, serveFrame } from './serveFrame.js'
export {
  type AccountType,
  accountTypes,
  emailShape,
  type FrameUser,
  otpShape,
} from './shapes.js'
export { supportedNetworks } from './supportedNetworks.js'
export {
  codeLifetime,
  emailPause,
  heartbeatPause,
  heartbeatsMissed,
  notAllowedDelay,
  readyLimit,
  requestLimit,
  settleDelay,
  signOutLimit,
} from './timeLimits.js'
export {
  createWindowPort,
  type OwnWindow,
  type PeerWindow,
  type Port,
  type WindowPortOptions,
} from './windowPort.js'
export {
  coinMovesOf,
  coinPlaceholder,
  coinTokens,
  type HighFeeReason,
  isCoinLog,
  judgeFee,
  uniteCoinMoves,
  withGasMargin,
} from '@latchkey/kernel/chain'
