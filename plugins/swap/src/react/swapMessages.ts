import { defineMessages } from '@latchkey/ui-react'

/** Swapping: the form, the choice of a token, the preview, and what comes after. */
export const swapMessages = defineMessages('swap', {
  title: 'Swap',
  titlePreview: 'Review swap',

  // The button's sentences are the specification's own.
  selectToken: 'Select token',
  enterAmount: 'Enter amount',
  insufficientBalance: 'Insufficient balance',
  reviewSwap: 'Review swap',

  sell: 'You pay',
  swapWhat: 'Swap',
  swapFor: 'For',
  buy: 'You receive',
  balance: 'Balance',
  invert: 'Swap the other way round',
  retry: 'Try again',

  rate: 'Rate',
  rateText: ({ sell, buy, rate }: { sell: string; buy: string; rate: string }) =>
    `1 ${sell} = ${rate} ${buy}`,
  impact: 'Price impact',
  impactText: ({ impact }: { impact: string }) => `${impact}%`,
  impactUnknown: 'Unknown',
  minimum: 'Minimum received',
  minimumUnchecked: 'Minimum (not guaranteed)',
  slippage: 'Max slippage',
  providerFee: 'Provider fee',
  source: 'Via',
  route: 'Route',
  direct: ({ venues }: { venues: string }) => `Direct, ${venues}`,
  through: ({ tokens, venues }: { tokens: string; venues: string }) => `Through ${tokens}, ${venues}`,
  approvalLabel: 'Approval',
  approvalBatch: ({ amount }: { amount: string }) => `${amount}, together with the swap`,
  approvalSignature: ({ amount }: { amount: string }) => `${amount}, by a signature first`,
  approvalTransaction: ({ amount }: { amount: string }) => `${amount}, in a transaction first`,
  approvalTo: ({ spender }: { spender: string }) => `To ${spender}`,

  slippagePercent: ({ percent }: { percent: string }) => `${percent}%`,
  slippageAutomatic: 'Automatic',
  slippageAutomaticPercent: ({ percent }: { percent: string }) => `${percent}%, automatic`,
  slippageCustom: 'Custom %',
  slippageLow: 'With a slippage this low, the swap may fail when the price moves.',
  slippageHigh:
    'With a slippage this high, others can trade around your swap, and you may receive much less.',
  impactMedium: 'This swap moves the price. A smaller amount gets a better one.',
  impactHigh: 'This swap moves the price a lot. You receive far less than at the market’s price.',
  impactExtreme: 'This swap moves the price so much that you lose a large part of what you pay.',
  belowPrice: ({ percent }: { percent: string }) =>
    `At today’s prices, you receive ${percent}% less than what you pay is worth. Check both amounts first.`,
  acceptLoss: ({ percent }: { percent: string }) => `I accept losing about ${percent}%`,
  acceptLossWorth: ({ percent, worth }: { percent: string; worth: string }) =>
    `I accept losing about ${percent}% (${worth})`,
  acceptSlippage: ({ minimum }: { minimum: string }) => `I accept receiving as little as ${minimum}`,
  acceptUnchecked: ({ minimum }: { minimum: string }) => `I accept receiving less than ${minimum}`,
  lookedUp: 'I’ve looked in my wallet: it wasn’t swapped',
  upgrade: 'Let my wallet upgrade my account, and approve and swap at once',
  unknownToken:
    'This token is on no list that we know. Anyone can make a token with any name, so check its address.',

  notConnectedText: 'Connect a wallet to swap from it.',
  otherNetwork: ({ network }: { network: string }) => `This swap is on ${network}`,
  targetChanged: 'The account or network has changed. Choose again what to swap.',
  tokenNotFound: 'A token that the app asked for can’t be swapped here. Choose another one.',

  showRequest: 'Show the request',

  suggested: 'Suggested',
  yours: 'Your tokens',
  tokens: 'Tokens',
  searchTokens: 'Name, symbol or address',
  loadingTokens: 'Loading tokens',
  noTokenFound: 'No token found',
  noTokenFoundText: 'Enter the whole address of a token to find others.',

  approve: ({ amount }: { amount: string }) => `Approve ${amount}`,
  sign: ({ amount }: { amount: string }) => `Sign and swap ${amount}`,
  swap: ({ amount }: { amount: string }) => `Swap ${amount}`,
  propose: ({ amount }: { amount: string }) => `Propose to swap ${amount}`,
  cancel: 'Cancel',
  declined: 'You declined in your wallet. Nothing was swapped.',
  approvalDeclined: 'You declined in your wallet. Nothing was approved or swapped.',
  approved: 'Approved. Check the price again, then swap.',
  priceMoved: 'The price has moved. Check the new amount.',
  feeChanged: 'The network fee went up. Please review again.',
  previewChanged: 'The details changed. Please review again.',
  openAllowance: ({ spender, amount }: { spender: string; amount: string }) =>
    `${spender} may still move ${amount} for you.`,
  revoke: 'Take the approval back',
  nothingToConfirmText: 'Choose what to swap first.',
  from: 'From',
  network: 'Network',

  confirmApproval: ({ wallet, amount }: { wallet: string; amount: string }) =>
    `Approve ${amount} in ${wallet}. That’s exactly what you swap.`,
  confirmSwap: ({ wallet, sold, bought }: { wallet: string; sold: string; bought: string }) =>
    `Approve the swap of ${sold} for at least ${bought} in ${wallet}.`,
  confirmSwapUnchecked: ({ wallet, sold, bought }: { wallet: string; sold: string; bought: string }) =>
    `Approve the swap of ${sold} for about ${bought} in ${wallet}. It may bring less.`,
  asksTwice: ({ amount, spender }: { amount: string; spender: string }) =>
    `First you approve ${amount} to ${spender}, then you swap. Your wallet asks twice.`,
  approving: 'Waiting for the approval',
  approvingText: 'The network is confirming it. You swap after that.',
  pending: ({ sold, bought }: { sold: string; bought: string }) => `Swapping ${sold} for ${bought}`,
  pendingText: 'Submitted. You can close this window.',
  confirmed: ({ sold, bought }: { sold: string; bought: string }) => `${sold} swapped for ${bought}`,
  confirmedText: 'It’s in your account.',
  failed: 'Your swap didn’t happen',
  failedBecause: ({ reason }: { reason: string }) => `${reason} What you wanted to swap is still yours.`,
  failedText: 'The network refused it. What you wanted to swap is still yours.',
  undecided: 'We can’t tell yet',
  undecidedText: 'Look at the activity in your wallet before you swap again.',
  again: 'Swap again',

  toastSwapped: ({ what }: { what: string }) => `${what} swapped.`,
  toastFailed: ({ what }: { what: string }) => `${what} wasn’t swapped. It’s still yours.`,
  toastUnclear: ({ what }: { what: string }) =>
    `We can’t tell whether ${what} was swapped. Look at the activity in your wallet before you swap again.`,
  toastSentAfterAll: 'An earlier swap of yours was sent after all.',
  toastNotLoaded: 'Couldn’t open Swap. Try again.',
})
