import { BaseError } from '@latchkey/kernel/plugin'

export type SwapErrorCode = keyof typeof sentences

const sentences = {
  SWAP_NO_ROUTE: 'There’s no way to swap these two for this amount. Try another amount or another token.',
  SWAP_SOURCE_FAILED: 'Couldn’t load prices. Try again.',
  SWAP_QUOTE_INVALID: 'The offer doesn’t match what you asked for, so it isn’t shown. Try again.',
  SWAP_CALLS_REFUSED: 'What the offer would do differs from what it says. Nothing was sent.',
  SWAP_NOT_SIMULATED: 'This swap can’t be checked before it’s sent, so it isn’t offered here.',
  SWAP_RECEIVES_LESS:
    'You’d receive less than the minimum. Nothing was sent. Try a higher slippage or another amount.',
  SWAP_PRICE_MOVED: 'The price has moved. Check the new amount.',
  SWAP_NOT_PREPARED: 'There’s nothing to confirm yet. Review the swap first.',
  SWAP_WALLET_GONE: 'The wallet isn’t connected any more. Connect it again, then swap.',
  SWAP_TARGET_CHANGED: 'The account or the network has changed. Nothing was sent.',
  SWAP_APPROVAL_FAILED: 'The approval didn’t go through. Nothing was swapped.',
  SWAP_SIGNATURE_REFUSED: 'This token doesn’t take your signature. Nothing was sent. Approve it instead.',
  SWAP_REVOKE_FAILED: 'The approval couldn’t be taken back. Try again.',
  SWAP_TOKEN_UNKNOWN: 'There’s no token at this address that can be swapped.',
} as const

/** One sentence per reason that a swap does not go on. */
export function swapError(
  code: SwapErrorCode,
  options: { readonly cause?: unknown; readonly metaMessages?: readonly string[] } = {},
): BaseError {
  return new BaseError(sentences[code], { code, ...options })
}

export const swapErrorCodes = Object.keys(sentences) as readonly SwapErrorCode[]
