import { BaseError } from '@latchkey/kernel/plugin'
import { SystemProgram } from '#web3'
import { formatAmount, insufficientFunds } from './faults.js'
import type { Parties, Plan } from './plan.js'
import { reviewReceiver } from './reviewReceiver.js'

/** Plans a transfer of SOL. @throws BaseError `INSUFFICIENT_FUNDS`, `AMOUNT_BELOW_RENT_MINIMUM` and others. */
export async function planNative({ chain, from, to, amount, isAhead }: Parties): Promise<Plan> {
  const [[sender, receiver], minimum] = await Promise.all([
    chain.accounts([from.toBase58(), to.toBase58()]),
    chain.rentMinimum(0),
  ])
  const notices = reviewReceiver(from, to, receiver)
  if (!isAhead && (sender?.lamports ?? 0n) < amount)
    throw insufficientFunds('SOL', sender?.lamports ?? 0n, amount)
  if (!receiver && amount < minimum) {
    throw new BaseError(
      `A new account must receive at least ${formatAmount(minimum, 9)} SOL. Send more, or to another account.`,
      {
        code: 'AMOUNT_BELOW_RENT_MINIMUM',
        parameters: { amount: { value: minimum, decimals: 9, symbol: 'SOL' } },
        metaMessages: [`Minimum: ${minimum} lamports.`],
      },
    )
  }
  return {
    instructions: [SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: amount })],
    notices,
    sender,
    lamports: amount,
  }
}
