export {
  SwapApprovalFailed,
  type SwapFacts,
  SwapFailed,
  SwapInitiated,
  SwapOpened,
  SwapRejected,
  SwapSucceeded,
} from './events.js'
export {
  type SwapArguments,
  SwapPreviewRoute,
  SwapProgressRoute,
  SwapRoute,
  SwapSelectTokenRoute,
} from './routes.js'
export {
  type OpenAllowance,
  type ShownQuote,
  type SwapApproval,
  type SwapChoice,
  type SwapController,
  type SwapDraft,
  Swapper,
  type SwapperService,
  type SwapPhase,
  type SwapPreview,
  type SwapState,
  type SwapTarget,
  type SwapTokens,
  type SwapTransaction,
} from './Swapper.js'
export {
  type SwapCallReader,
  SwapReader,
  type SwapReaderContribution,
  type SwapReadRequest,
  type SwapReading,
  type SwapSigning,
} from './SwapReader.js'
export {
  type FindSwapTokenRequest,
  type SwapAllowance,
  type SwapCalls,
  type SwapCallsRequest,
  type SwapFee,
  type SwapHop,
  type SwapQuote,
  type SwapQuoteRequest,
  type SwapQuotes,
  type SwapSignature,
  SwapSource,
  swapSource,
  type SwapSourceContribution,
  type SwapToken,
  type SwapTokensRequest,
} from './SwapSource.js'
export { swap, type SwapOptions } from './swap.js'
export { swapSigning } from './swapSigning.js'
export { swapError, type SwapErrorCode } from './swapErrors.js'
export { type CallsQuestion as SwapCallsQuestion, checkCalls as checkSwapCalls } from './lazy/checkCalls.js'
export { joinReaders as joinSwapReaders } from './lazy/joinReaders.js'
export { judgeImpact, judgeSlippage, slippageBounds } from './assess.js'
