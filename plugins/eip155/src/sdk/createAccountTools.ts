import type { CapabilityTools } from '../capabilities.js'
import { createAllowances } from './allowances/createAllowances.js'
import { createCollectibles } from './collectibles/createCollectibles.js'
import { createTransfers } from './collectibles/createTransfers.js'
import { createReplace } from './replace/createReplace.js'
import { signTransaction } from './signTransaction.js'
import { createTokenReader } from './tokenFacts.js'

/** What few pages ask for. One module, because the name of each chunk weighs on the first load. */
export function createAccountTools(tools: CapabilityTools) {
  return {
    ...createReplace(tools),
    ...createTransfers(tools),
    allowances: createAllowances(tools).read,
    collectibles: createCollectibles(tools).read,
    facts: createTokenReader(tools).read,
    signTransaction,
  }
}
