import type { PaymentLinkRequest } from '@latchkey/kernel/contracts'
import type { EvmNetworks } from '../evmChain.js'
import { createPaymentLink } from './createPaymentLink.js'
import { readPaymentLink } from './readPaymentLink.js'
import { shortNames } from './shortNames.js'

/** Links of EIP-681 for the networks of the app: made, and read. */
export function createPaymentLinks(networks: EvmNetworks) {
  return {
    create: async (request: PaymentLinkRequest) => createPaymentLink(networks, request),
    shortNames: async () => shortNames,
    read: async (link: string) => readPaymentLink(link),
  }
}
