import type { CapabilityTools } from '../capabilities.js'
import { createCalls } from './calls/createCalls.js'
import { createPsbtSigner } from './createPsbtSigner.js'
import { createReplace } from './replace/createReplace.js'
import { createSend } from './send/createSend.js'

/** Everything that makes or signs transactions, and so needs the Bitcoin library. */
export function createTransactions(tools: CapabilityTools) {
  return {
    ...createPsbtSigner(tools),
    send: createSend(tools),
    calls: createCalls(tools),
    replace: createReplace(tools),
  }
}
