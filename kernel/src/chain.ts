export { decodeBase58, encodeBase58 } from './chain/base58.js'
export { type AddNotice, collectNotices } from './chain/collectNotices.js'
export { markNothingSent } from './errors/nothingSent.js'
export { type SubmitControl, submitOnce } from './chain/submitOnce.js'
export { type SubmitStep, submitSteps } from './chain/submitSteps.js'
export { toSubmittedCalls } from './chain/toSubmittedCalls.js'
export { readField } from './errors/readField.js'
export { copyList } from './contracts/copyList.js'
export { abortedError, untilAborted } from './platform/untilAborted.js'
export { featureMissing, type WalletAction } from './errors/featureMissing.js'
export { eip1193Dialect, invalidAnswer, nodeErrorFrom, rpcErrorFrom } from './errors/rpc.js'
export { createWalletErrors, type ReadWalletError } from './errors/createWalletErrors.js'
export type {
  AskedOfWallet,
  DialectRow,
  MeaningErrors,
  RowWeight,
  WalletDialect,
  WalletMeaning,
  WordsRow,
} from './errors/dialect.js'
export { movesMoney } from './errors/movesMoney.js'
export { refusalWords } from './errors/refusalWords.js'
export { rpcCodes } from './errors/rpcCodes.js'
export { heldOf, isSameMultiplier, type Multiplier, shownAmount, shownOf } from './chain/shownAmounts.js'
export { describeAnswer } from './chain/describeAnswer.js'
export { decodeHex, encodeHex } from './chain/hex.js'
export {
  type CoinMove,
  coinMovesOf,
  coinPlaceholder,
  type EvmLog,
  isCoinLog,
} from './chain/coinMoves.js'
export { coinTokens } from './chain/coinTokens.js'
export { uniteCoinMoves } from './chain/uniteCoinMoves.js'
export { type BlockAtQuestion, type BlockTime, findBlockAt } from './chain/findBlockAt.js'
export { linkToExplorer } from './chain/linkToExplorer.js'
export { watchStandardWallets } from './chain/watchStandardWallets.js'
export { type GasFacts, withGasMargin } from './chain/withGasMargin.js'
export { type FeeFacts, type FeeJudgement, type HighFeeReason, judgeFee } from './chain/judgeFee.js'
export {
  createWalletFollower,
  type Otherwise,
  type WalletFollower,
  type WalletFollowerOptions,
} from './chain/createWalletFollower.js'
export { createWalletIds, markWallet, type WalletClaim, type WalletId } from './chain/createWalletIds.js'
