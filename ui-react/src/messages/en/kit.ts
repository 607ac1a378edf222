import { defineMessages } from '../defineMessages.js'
import { hiddenAmount } from './hiddenAmount.js'

/** Sentences of the building blocks. */
export const kit = defineMessages('kit', {
  close: 'Close',
  dismiss: 'Dismiss',
  loading: 'Loading',
  opensInNewTab: 'Opens in a new tab',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy. Select the text and copy it yourself.',
  copyDetails: 'Copy details',
  detailsCopied: 'Details copied',
  errorTitle: 'Something went wrong',
  errorText: 'An unexpected error occurred. Try again.',
  errorCode: ({ code }: { code: string }) => `Code ${code}`,
  retry: 'Try again',
  search: 'Search',
  clearSearch: 'Clear search',
  amount: 'Amount',
  ...hiddenAmount.messages,
  maximum: 'Max',
  spendAll: ({ symbol }: { symbol: string }) => `Use all your ${symbol}`,
  oneTimeCode: 'One-time code',
  tokenOnNetwork: ({ token, network }: { token: string; network: string }) => `${token} on ${network}`,
  qrCode: 'QR code',
  qrTooLong: 'This content is too long for a QR code. Copy the link instead.',
})
