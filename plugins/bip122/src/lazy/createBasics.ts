import type { PaymentLinkRequest } from '@latchkey/kernel/contracts'
import type { CapabilityTools } from '../capabilities.js'
import { createPaymentLink } from './createPaymentLink.js'
import { createReader } from './createReader.js'
import { readPaymentLink } from './readPaymentLink.js'
import { remoteAdapter } from './remoteWallet.js'
import { signMessage } from './signMessage.js'

/** What asks networks and wallets without the Bitcoin library. */
export function createBasics(tools: CapabilityTools) {
  return {
    ...createReader(tools),
    createPaymentLink: (request: PaymentLinkRequest) => createPaymentLink(tools.networks, request),
    readPaymentLink,
    remoteAdapter,
    signMessage,
  }
}
