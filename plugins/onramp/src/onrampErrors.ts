import { BaseError } from '@latchkey/kernel/plugin'

export type OnrampErrorCode = keyof typeof sentences

const sentences = {
  ONRAMP_NO_QUOTE: 'There’s no offer for this amount. Try another amount, token or way to pay.',
  ONRAMP_QUOTE_FAILED: 'Couldn’t load the price. Try again.',
  ONRAMP_QUOTE_INVALID: 'This offer doesn’t add up, so it isn’t shown. Choose another one.',
  ONRAMP_QUOTE_STALE: 'The price was too old. Check the new one, then buy.',
  ONRAMP_PAGE_REFUSED:
    'The page to pay on isn’t the one that was asked for, so it wasn’t opened. Nothing was paid.',
  ONRAMP_PAGE_FAILED: 'The page to pay on can’t be opened right now. Nothing was paid. Try again.',
  ONRAMP_TARGET_CHANGED: 'The account or the network has changed. Nothing was paid.',
  ONRAMP_UNWATCHED: 'We couldn’t look for your purchase. Check the activity in your wallet.',
} as const

/** One sentence per reason that a purchase does not go on. */
export function onrampError(
  code: OnrampErrorCode,
  options: { readonly cause?: unknown; readonly metaMessages?: readonly string[] } = {},
): BaseError {
  return new BaseError(sentences[code], { code, ...options })
}

export const onrampErrorCodes = Object.keys(sentences) as readonly OnrampErrorCode[]
