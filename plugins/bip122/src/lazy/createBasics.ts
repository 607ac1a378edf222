import type { PaymentLinkRequest } from '@latchkey/kernel/plugin'
import type { CapabilityTools } from '../capabilities.js'
import { createPaymentLink } from './createPaymentLink.js'
import { createReader } from './createReader.js'
import { readPaymentLink } from './readPaymentLink.js'
import { remoteAdapter } from './remoteWallet.js'
import { signMessage } from './signMessage.js'

/** Everything that works without the Bitcoin library: one small file, loaded with the first balance at the latest. */
export function createBasics(tools: CapabilityTools) {
  return {
    ...createReader(tools),
    createPaymentLink: (request: PaymentLinkRequest) => createPaymentLink(tools.networks, request),
    readPaymentLink,
    remoteAdapter,
    signMessage,
  }
}
