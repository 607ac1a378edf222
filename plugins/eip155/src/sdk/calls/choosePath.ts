import { BaseError } from '@latchkey/kernel/plugin'
import type { CallsRequest, CallsSupport, PaymasterService } from '@latchkey/kernel/contracts'
import type { EvmCall } from '../../calls.js'

/** One request for all (`wallet_sendCalls`), or a transaction for each. */
export type Path = 'bundle' | 'transactions'

/**
 * How a wallet is asked for calls. All at once only where it says that it does them as one, or that it takes the service that pays the
 * fee, which only such a request can carry: wallets name other capabilities for accounts that can't batch, and refuse the request
 * then (5750). A wallet that would upgrade the account for them (EIP-7702) is asked for all at once only when the person has agreed
 * to that.
 *
 * @param support Absent for one call, which is a transaction everywhere.
 * @param paymaster The service to name to the wallet. Only a request for all calls at once can carry it.
 * @throws BaseError `ATOMIC_UNAVAILABLE`, `ACCOUNT_UPGRADE_NEEDED`
 */
export function choosePath(
  { atomic, upgrade, calls }: Pick<CallsRequest<EvmCall>, 'atomic' | 'upgrade' | 'calls'>,
  support: CallsSupport | undefined,
  paymaster: PaymasterService | undefined,
): Path {
  if (!support) return 'transactions'
  if (calls.length === 1) return paymaster ? 'bundle' : 'transactions'
  const needsUpgrade = support.atomic === 'ready' && !upgrade
  if (atomic === 'required') {
    if (support.atomic === 'unsupported') throw unavailable()
    if (needsUpgrade) throw upgradeNeeded()
  }
  const takesBundle = support.atomic !== 'unsupported' || paymaster !== undefined
  return takesBundle && !needsUpgrade ? 'bundle' : 'transactions'
}

const unavailable = () =>
  new BaseError('This has to happen all at once, and your wallet can’t do that. Try another wallet.', {
    code: 'ATOMIC_UNAVAILABLE',
    metaMessages: [
      'The wallet’s `atomic` capability (EIP-5792) is not "supported" or "ready" on this network.',
    ],
  })

const upgradeNeeded = () =>
  new BaseError('This has to happen all at once. Your wallet can do that after it upgrades your account.', {
    code: 'ACCOUNT_UPGRADE_NEEDED',
    metaMessages: ['Ask the person, then prepare again with `upgrade: true`.'],
  })
