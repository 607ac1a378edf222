import { type Counted, defineMessages } from '@latchkey/ui-react'

/** Receiving: address, QR code, payment request. */
export const receiveMessages = defineMessages('receive', {
  title: 'Receive',
  titleNetworks: 'Compatible networks',
  titleToken: 'Choose an asset',
  tokensTitle: 'Choose an asset',
  none: 'No account connected',
  noneText: 'Connect a wallet to receive.',
  connect: 'Connect wallet',
  addressOn: ({ network }: { network: string }) => `Your address on ${network}`,
  requestOn: ({ asset, network }: { asset: string; network: string }) => `Requesting ${asset} on ${network}`,
  qrAddress: ({ network }: { network: string }) => `QR code of your address on ${network}`,
  qrRequest: ({ asset, network }: { asset: string; network: string }) =>
    `QR code of a request for ${asset} on ${network}`,
  copyAddress: 'Copy address',
  copyLink: 'Copy payment link',
  request: 'Request an amount',
  moreThan: ({ number }: { number: string }) => `Enter more than ${number}`,
  requestNothing: 'Remove amount',
  asset: 'Asset',
  network: 'Network',
  onlyHere: 'Send only assets of this network.',
  networkCount: ({ countText }: Counted) => `Same address on ${countText} networks`,
  networksText: 'This address is yours on these networks only. Funds sent on other networks may be lost.',
  chooseNetwork: 'Networks',
  coinOf: ({ network }: { network: string }) => `${network}’s native coin`,
  search: 'Search tokens',
  noToken: 'No token found',
  noTokenText: ({ query }: { query: string }) => `No tokens match “${query}”.`,
  showAll: 'Show all tokens',
  paymentAccount:
    'Only for bitcoin. Ordinals, inscriptions and runes sent to your payment address can be spent by mistake.',
  ordinalsAccount:
    'This is your ordinals address. Use it for ordinals, inscriptions and runes, and your payment address for bitcoin.',
  watchedAccount:
    'You’re only watching this account. Whatever is sent here belongs to whoever holds its keys.',
  smartAccount: ({ network }: { network: string }) =>
    `Use ${network} only. Funds sent to this smart account on other networks may be lost.`,
})
