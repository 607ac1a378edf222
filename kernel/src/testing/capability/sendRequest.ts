import { Send } from '../../contracts/capabilities/send.js'
import type { CapabilityRun } from './runCapability.js'

/** Makes the request that the suite sends, where the namespace can send and the harness gives an amount and a receiver. */
export function sendRequest(run: CapabilityRun) {
  const { networkId, account, provider, inputs } = run.harness
  if (!run.find(Send) || !inputs.receiver || inputs.amount === undefined) return undefined
  return { networkId, from: account, to: inputs.receiver, amount: inputs.amount, provider }
}
