import { defineMessages } from '@latchkey/ui-react'

/** Buying: the form, the offers, one purchase, the list of them, and every way to add funds. */
export const onrampMessages = defineMessages('onramp', {
  title: 'Buy',
  titleCurrency: 'Choose a currency',
  titleAsset: 'Choose what to buy',
  titleCountry: 'Choose your country',
  titleProgress: 'Your purchase',
  titleActivity: 'Your purchases',
  titleHelp: 'What is buying?',
  titleFund: 'Add funds',

  pay: 'You pay',
  changeCurrency: ({ currency }: { currency: string }) => `${currency}, change currency`,
  changeAsset: 'Choose what to buy',
  onNetwork: ({ network }: { network: string }) => `On ${network}`,
  country: 'Country',
  amounts: 'Amounts',
  methods: 'How you pay',
  card: 'Card',
  bank: 'Bank account',
  belowMinimum: ({ minimum }: { minimum: string }) => `The least you can pay is ${minimum}.`,
  aboveMaximum: ({ maximum }: { maximum: string }) => `The most you can pay is ${maximum}.`,
  insteadOf: ({ network, other }: { network: string; other: string }) =>
    `Nothing is sold on ${other}. What you buy arrives on ${network}, at the same address.`,

  offers: 'Offers',
  best: 'Best offer',
  fees: ({ provider, network }: { provider: string; network: string }) =>
    `Provider fee ${provider}, network fee ${network}`,
  otherFees: ({ other }: { other: string }) => `Other fees ${other}`,
  noFees: 'No fees',
  belowMarket: ({ percent }: { percent: string }) => `${percent}% less than at the market price`,
  loadingOffer: 'Loading the price',
  noQuote: 'You see the price on its page',
  noQuoteFee: ({ fee }: { fee: string }) => `You see the price on its page. It says it takes ${fee}`,
  noOffers: 'There’s no offer for this right now. Try another amount, token or way to pay.',
  retry: 'Try again',
  enterAmount: 'Enter amount',
  loadingPrices: 'Loading prices',
  noOffer: 'No offer',
  buy: ({ amount, provider }: { amount: string; provider: string }) => `Pay ${amount} at ${provider}`,
  opening: ({ provider }: { provider: string }) => `Opening ${provider}`,
  leaves: ({ provider }: { provider: string }) =>
    `You pay on ${provider}’s own page. It may ask who you are.`,
  help: 'What happens when I buy?',
  purchases: 'Your purchases',

  search: 'Search',
  searchCountries: 'Search countries',
  nothingFound: 'Nothing found',
  nothingFoundText: ({ query }: { query: string }) => `Nothing here is called “${query}”.`,
  notConnected: 'No account is connected',
  notConnectedText: 'Connect a wallet to buy for it.',
  connect: 'Connect wallet',
  notSold: 'Nothing can be bought here',
  notSoldText: 'No one sells on this network. Switch to another one.',

  waiting: ({ provider }: { provider: string }) => `Continue at ${provider}`,
  waitingText: ({ provider, what, network }: { provider: string; what: string; network: string }) =>
    `Pay in ${provider}’s window. We’re watching ${network} for ${what}, so you can close this.`,
  blocked: ({ provider }: { provider: string }) => `Open ${provider} to pay`,
  blockedText: 'Your browser blocked the window. Open the page here, then come back.',
  paid: ({ what }: { what: string }) => `Waiting for ${what}`,
  paidText: ({ provider, network }: { provider: string; network: string }) =>
    `${provider} says that you’ve paid. It hasn’t arrived on ${network} yet.`,
  partial: ({ received, expected }: { received: string; expected: string }) =>
    `${received} of ${expected} arrived`,
  partialUnknown: ({ received }: { received: string }) => `${received} arrived so far`,
  partialText: ({ provider }: { provider: string }) => `We’re waiting for the rest from ${provider}.`,
  notYet: 'Nothing has arrived yet',
  notYetText: ({ provider }: { provider: string }) =>
    `Some payments take longer. If you’ve paid, it may still come. ${provider} can tell you more.`,
  partialRest: ({ provider }: { provider: string }) =>
    `The rest hasn’t arrived yet. ${provider} can tell you more.`,
  arrived: ({ what }: { what: string }) => `${what} arrived`,
  arrivedText: ({ network }: { network: string }) => `It’s in your account on ${network}.`,
  failed: 'Your purchase didn’t go through',
  failedText: ({ provider }: { provider: string }) =>
    `${provider} says that the payment failed. Nothing has arrived.`,
  refunded: 'Your payment was returned',
  refundedText: ({ provider }: { provider: string }) =>
    `${provider} says that it returned your payment. Nothing has arrived.`,
  openPage: ({ provider }: { provider: string }) => `Open ${provider}`,
  openPageAgain: ({ provider }: { provider: string }) => `Open ${provider} again`,
  openHere: 'Open in this tab',
  copyLink: 'Copy link',
  lookAgain: 'Look again',
  buyAgain: 'Start again',
  done: 'Done',
  explorer: 'View on explorer',
  gone: 'This purchase isn’t here any more',
  goneText: 'It was removed from this device.',
  toForm: 'Buy',

  statusOpen: 'Not arrived yet',
  statusPartial: 'Arrived in part',
  statusDelivered: 'Arrived',
  statusFailed: 'Failed',
  statusRefunded: 'Returned',
  noPurchases: 'No purchases yet',
  noPurchasesText: 'What you buy here shows up in this list.',
  purchaseAt: ({ provider, date }: { provider: string; date: string }) => `${provider}, ${date}`,
  payFor: ({ amount, asset }: { amount: string; asset: string }) => `${asset} for ${amount}`,

  helpMoney: 'You pay with money',
  helpMoneyText: 'A provider takes your card or bank transfer and sends tokens to your address.',
  helpFees: 'You see every fee first',
  helpFeesText: 'Offers are side by side. The best one gives you the most.',
  helpChain: 'The network has the last word',
  helpChainText: 'We say that it arrived only once the network shows it.',
  helpDone: 'Got it',

  noFunding: 'There’s no way to add funds here',
  noFundingText: 'Switch to another network, or connect another wallet.',

  widgetQuotes: 'Get quotes',

  toastArrived: ({ what }: { what: string }) => `${what} arrived.`,
  toastFailed: ({ provider }: { provider: string }) => `Your purchase at ${provider} failed.`,
  toastRefunded: ({ provider }: { provider: string }) => `${provider} says that it returned your payment.`,
  toastNotLoaded: 'Buying can’t be loaded right now. Try again.',
})
