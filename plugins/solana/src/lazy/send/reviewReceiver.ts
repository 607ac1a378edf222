import { BaseError } from '@latchkey/kernel/plugin'
import type { SendNotice } from '@latchkey/kernel/contracts'
import { PublicKey, SystemProgram } from '#web3'
import { tokenPrograms } from '../tokenPrograms.js'
import type { ChainAccount } from './chain.js'

const notice = (code: string, message: string, severity: SendNotice['severity'] = 'warning'): SendNotice => ({
  code,
  message,
  severity,
})

/**
 * What a person should know of a receiver before the wallet opens.
 *
 * @throws BaseError `RECEIVER_IS_PROGRAM`, `RECEIVER_IS_TOKEN_ACCOUNT`: what is sent there is lost, or in the hands of
 *   who owns that account, and it is always a mistake.
 */
export function reviewReceiver(
  from: PublicKey,
  to: PublicKey,
  receiver: ChainAccount | undefined,
): SendNotice[] {
  if (receiver?.executable) {
    throw new BaseError('This address is a program and not a wallet. What is sent there is lost.', {
      code: 'RECEIVER_IS_PROGRAM',
    })
  }
  if (receiver && tokenPrograms.includes(receiver.owner)) {
    throw new BaseError(
      'This address is a token or a token account. Enter the address of the wallet itself.',
      {
        code: 'RECEIVER_IS_TOKEN_ACCOUNT',
      },
    )
  }
  if (to.equals(from)) return [notice('RECEIVER_IS_SENDER', 'You are sending to your own account.')]
  if (!PublicKey.isOnCurve(to.toBytes())) {
    return [
      notice(
        'RECEIVER_OFF_CURVE',
        'This address is controlled by a program. Make sure the recipient can withdraw from it.',
      ),
    ]
  }
  if (!receiver)
    return [notice('RECEIVER_NEW', 'This address has not been used on this network before.', 'info')]
  if (receiver.owner !== SystemProgram.programId.toBase58()) {
    return [
      notice('RECEIVER_PROGRAM_OWNED', 'This address is managed by a program. Make sure that it is right.'),
    ]
  }
  return []
}
