export { CallsPartlySentError } from './contracts/CallsPartlySentError.js'
export { FeeUnreasonableError } from './contracts/FeeUnreasonableError.js'
export { asciiDigits } from './contracts/asciiDigits.js'
export { TransactionSettled, TransactionSubmitted } from './contracts/data/sentTransactions.js'
export type { TransactionDecided, TransactionSent } from './contracts/data/sentTransactions.js'
export { outcomeOf } from './contracts/outcomeOf.js'
export type { HandedToWallet, RequestOutcome } from './contracts/outcomeOf.js'
export { submitCalls } from './contracts/submitCalls.js'
export type { CallingWallet, SubmitCallsOptions } from './contracts/submitCalls.js'
export { tellLost, tellSettled, tellSubmitted } from './contracts/tellTransactions.js'
export type { ToldTransaction, TransactionEvents } from './contracts/tellTransactions.js'
export { decisionWords, noticeWords } from './contracts/words.js'
export { inOneTab } from './platform/inOneTab.js'
export { askedWallet } from './transaction/askedWallet.js'
export { callsRequest } from './transaction/callsRequest.js'
export type { CallsRequestOptions } from './transaction/callsRequest.js'
export { createPhases, phaseNames } from './transaction/createPhases.js'
export type { Phases, PhasesOptions, TransactionPhase } from './transaction/createPhases.js'
export { createPreviewing } from './transaction/createPreviewing.js'
export type { Previewing, PreviewingOptions, RefreshReason } from './transaction/createPreviewing.js'
export { createTransactionFlow } from './transaction/createTransactionFlow.js'
export type {
  RequestFailure,
  RequestView,
  TransactionFlow,
  TransactionFlowServices,
  TransactionSubject,
  WalletRequest,
} from './transaction/createTransactionFlow.js'
export { createUnansweredTransfers, unansweredTransfersKey } from './transaction/createUnansweredTransfers.js'
export type {
  AskedTransfer,
  OpenTransfer,
  UnansweredTransfer,
  UnansweredTransfers,
} from './transaction/createUnansweredTransfers.js'
export { createTransactionFollower } from './transaction/createTransactionFollower.js'
export type {
  FollowedEntry,
  FollowedTransaction,
  TransactionFollower,
  TransactionFollowerOptions,
} from './transaction/createTransactionFollower.js'
export { refuseUnaccepted, subjectOfLosses, unaccepted } from './transaction/danger.js'
export type { Danger } from './transaction/danger.js'
export { followOnce } from './transaction/followOnce.js'
export type { FollowOnceOptions, TransactionEnd } from './transaction/followOnce.js'
export { createPendingList } from './wallet/createPendingList.js'
export type { PendingEntry, PendingList } from './wallet/createPendingList.js'
export { findExplorerUrl } from './wallet/findExplorerUrl.js'
export { followForm } from './wallet/followForm.js'
export type { FollowedForm, FormArguments, WalletForm } from './wallet/followForm.js'
export { followHeld } from './wallet/followHeld.js'
export type { HeldForm } from './wallet/followHeld.js'
export { isSameTarget } from './wallet/isSameTarget.js'
export { tellAskedWalletLeft } from './wallet/tellAskedWalletLeft.js'
