import { Send } from '../../contracts/capabilities/send.js'
import type { CapabilityRun } from './runCapability.js'

/** What the suite sends, where the namespace sends and the harness says what. */
export function sendRequest(run: CapabilityRun) {
  const { networkId, account, provider, inputs } = run.harness
  if (!run.find(Send) || !inputs.receiver || inputs.amount === undefined) return undefined
  return { networkId, from: account, to: inputs.receiver, amount: inputs.amount, provider }
}
