import { BaseError } from '@latchkey/kernel/plugin'

type Code = keyof typeof sentences

const sentences = {
  AMOUNT_INVALID: 'The amount must be more than zero, in whole satoshis.',
  AMOUNT_BELOW_DUST: 'The amount is so small that the network would not carry it. Send more.',
  TOKEN_UNSUPPORTED: 'On Bitcoin only bitcoin itself can be sent.',
  SEND_FROM_ORDINALS:
    'This address holds ordinals, which a payment could destroy. Choose the payment address of the wallet.',
  ACCOUNT_UNSUPPORTED:
    'Payments from this kind of address can’t be made here. Choose another address, or send in the wallet.',
  INSUFFICIENT_FUNDS: 'There is not enough to pay for the amount and the network fee.',
  TOO_MANY_COINS:
    'This address holds its money in more coins than one payment can carry. Send less, or send it in several payments.',
  CHILD_NOT_NEEDED: 'It already pays enough to be taken soon. Wait a little.',
  CHILD_TOO_EXPENSIVE: 'Speeding it up would cost more than what it pays this address. Wait for it instead.',
  FEE_RATE_INVALID: 'The Bitcoin service gave a fee that can’t be right. Try again in a moment.',
  TRANSACTION_TOO_LARGE: 'This is too much for one transaction. Nothing was sent. Try it with less at once.',
  ATOMIC_UNAVAILABLE: 'This has to happen all at once, and your wallet can’t do that. Try another wallet.',
  TRANSACTION_ID_INVALID: 'This is no transaction of Bitcoin.',
  SOURCE_ANSWER_INVALID: 'The Bitcoin service gave an answer that can’t be right. Nothing was sent.',
} as const

/** One sentence per reason that a payment cannot be prepared. */
export function sendError(code: Code, ...metaMessages: readonly string[]): BaseError {
  return new BaseError(sentences[code], { code, metaMessages })
}
