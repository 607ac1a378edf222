export { decodeBase58, encodeBase58 } from './chain/base58.js'
export { coinMovesOf, coinPlaceholder, isCoinLog } from './chain/coinMoves.js'
export type { CoinMove, EvmLog } from './chain/coinMoves.js'
export { coinTokens } from './chain/coinTokens.js'
export { collectNotices } from './chain/collectNotices.js'
export type { AddNotice } from './chain/collectNotices.js'
export type { ChainContext } from './chain/chainContext.js'
export { createInjectedWallet } from './chain/createInjectedWallet.js'
export type {
  InjectedConnectorOptions,
  InjectedWallet,
  InjectedWalletOptions,
  InjectedQuestion,
} from './chain/createInjectedWallet.js'
export { createJsonRpc } from './chain/createJsonRpc.js'
export type { JsonRpc, JsonRpcRequest, PollOptions } from './chain/createJsonRpc.js'
export { createWalletFollower } from './chain/createWalletFollower.js'
export type { Otherwise, WalletFollower, WalletFollowerOptions } from './chain/createWalletFollower.js'
export { createWalletIds, markWallet } from './chain/createWalletIds.js'
export type { WalletClaim, WalletId } from './chain/createWalletIds.js'
export { describeAnswer } from './chain/describeAnswer.js'
export { findBlockAt } from './chain/findBlockAt.js'
export type { BlockAtQuestion, BlockTime } from './chain/findBlockAt.js'
export { decodeHex, encodeHex } from './chain/hex.js'
export { judgeFee } from './chain/judgeFee.js'
export type { FeeFacts, FeeJudgement, HighFeeReason } from './chain/judgeFee.js'
export { linkToExplorer } from './chain/linkToExplorer.js'
export { heldOf, isSameMultiplier, shownAmount, shownOf } from './chain/shownAmounts.js'
export type { Multiplier } from './chain/shownAmounts.js'
export { submitOnce } from './chain/submitOnce.js'
export type { SubmitControl } from './chain/submitOnce.js'
export { submitSteps } from './chain/submitSteps.js'
export type { SubmitStep } from './chain/submitSteps.js'
export { toSubmittedCalls } from './chain/toSubmittedCalls.js'
export { uniteCoinMoves } from './chain/uniteCoinMoves.js'
export { watchStandardWallets } from './chain/watchStandardWallets.js'
export { withGasMargin } from './chain/withGasMargin.js'
export type { GasFacts } from './chain/withGasMargin.js'
export { checkNamespace } from './contracts/checkNamespace.js'
export { copyList } from './contracts/copyList.js'
export { createWalletErrors } from './errors/createWalletErrors.js'
export type { ReadWalletError } from './errors/createWalletErrors.js'
export type {
  AskedOfWallet,
  DialectRow,
  MeaningErrors,
  RowWeight,
  WalletDialect,
  WalletMeaning,
  WordsRow,
} from './errors/dialect.js'
export { featureMissing } from './errors/featureMissing.js'
export type { WalletAction } from './errors/featureMissing.js'
export { NetworkError } from './errors/network.js'
export { markNothingSent } from './errors/nothingSent.js'
export { paymentRequestInvalid } from './errors/payment.js'
export { readField } from './errors/readField.js'
export { refusalWords } from './errors/refusalWords.js'
export { eip1193Dialect, invalidAnswer, nodeErrorFrom, rpcErrorFrom } from './errors/rpc.js'
export { rpcCodes } from './errors/rpcCodes.js'
export { RpcError } from './errors/rpcError.js'
export { fetchWhole } from './platform/fetchWhole.js'
export { loadAhead } from './platform/loadAhead.js'
export { readRetryAfter } from './platform/readRetryAfter.js'
export { abortedError, untilAborted } from './platform/untilAborted.js'
