import { collectNotices } from '@latchkey/kernel/chain'
import type { SendNotice } from '@latchkey/kernel/contracts'
import type { PolkadotNetwork } from '../../networks.js'
import { formatAmount } from '../send/faults.js'
import type { Prediction } from './predictCalls.js'

/** What a person should know before the wallet opens. */
export function noticesOf(
  network: PolkadotNetwork,
  prediction: Prediction | undefined,
  isProven: boolean,
): readonly SendNotice[] {
  const { notices, say } = collectNotices()
  say(!prediction, 'NOT_SIMULATED', 'warning', 'This network can’t show in advance what will change.')
  const { reserved = 0n, hasMore = false, isPartial = false } = prediction ?? {}
  say(isPartial, 'CALLS_PARTLY_FAIL', 'warning', 'The network would refuse a part of this, and do the rest.')
  say(
    hasMore,
    'CHANGES_INCOMPLETE',
    'warning',
    'This changes more of your account than is shown. Check the details in your wallet.',
  )
  say(
    reserved > 0n,
    'DEPOSIT_RESERVED',
    'info',
    `${formatAmount(network, reserved)} of this is set aside in your account as a deposit.`,
    { amount: formatAmount(network, reserved) },
  )
  say(
    !isProven,
    'CALLS_UNPROVEN',
    'warning',
    'This network can’t prove that what you sign is what this app asks for. Check the details in your wallet.',
  )
  return notices
}
