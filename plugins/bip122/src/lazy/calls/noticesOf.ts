import type { SendNotice } from '@latchkey/kernel/contracts'
import { isData, isStandard, type PaymentOutput } from '../send/paymentOutput.js'

/** Bytes of the script of 80 bytes of data: what every node carries. */
const dataRelayed = 83
/** Satoshis: where nothing is paid, there is no amount to hold the fee against. */
const muchFee = 50_000n

/** What a person should know of outputs beside what they should know of any payment. */
export function noticesOfOutputs(outputs: readonly PaymentOutput[], fee: bigint): readonly SendNotice[] {
  const data = outputs.filter(isData)
  const isMuch = data.length > 1 || data.some(({ script }) => script.length > dataRelayed)
  const isFree = outputs.every(({ amount }) => amount === 0n)
  const rules: readonly (readonly [boolean, string, string])[] = [
    [
      isMuch,
      'DATA_MAY_NOT_RELAY',
      'Not every node passes on this much data. It may be slow or never confirm.',
    ],
    [
      outputs.some(({ script }) => !isStandard(script)),
      'SCRIPT_UNUSUAL',
      'This pays to an unusual script. Most nodes don’t pass that on, and what it holds may be lost.',
    ],
    [isFree && fee > muchFee, 'FEE_HIGH_FOR_DATA', 'The network fee is high. Check whether it can wait.'],
  ]
  return rules.flatMap(([holds, code, message]) => (holds ? [{ code, message, severity: 'warning' }] : []))
}
