import { event, type NetworkId } from '@latchkey/kernel/plugin'

/** What analytics may know of a swap: neither addresses nor the transaction's id. */
export interface SwapFacts {
  readonly isSmartAccount: boolean
  /** CAIP-2. */
  readonly network: NetworkId
  /** Symbols. */
  readonly swapFromToken: string
  readonly swapToToken: string
  /** Decimal strings in whole tokens. */
  readonly swapFromAmount: string
  readonly swapToAmount: string
}

/** The person opens the list of tokens. */
export const SwapTokenListOpened = event<undefined>('CLICK_SELECT_TOKEN_TO_SWAP')

/** A person came to the form, by whatever way. */
export const SwapOpened = event<Pick<SwapFacts, 'isSmartAccount' | 'network'>>('OPEN_SWAP')
/** The wallet is about to be asked. */
export const SwapInitiated = event<SwapFacts>('INITIATE_SWAP')
/** The chain has confirmed the swap. Not emitted where the chain can't tell what it confirmed. */
export const SwapSucceeded = event<SwapFacts>('SWAP_SUCCESS')
/** The swap failed: in the wallet, on the way to the chain, or on the chain. */
export const SwapFailed = event<SwapFacts & { readonly message: string }>('SWAP_ERROR')
/** The approval before it failed. */
export const SwapApprovalFailed = event<SwapFacts & { readonly message: string }>('SWAP_APPROVAL_ERROR')
/** The person declined in the wallet. Not a failure. */
export const SwapRejected = event<SwapFacts & { readonly message: string }>('SWAP_REJECTED')
