import { activeNetworkMissing, sendIncomplete, sendTokenMissing } from '../sendErrors.js'
import type { Holding } from '@latchkey/kernel/contracts'
import { unsupportedChain } from '@latchkey/kernel/wallet'
import type { SendDraft, SendState } from '../Sender.js'
import { checkDraft } from './checkDraft.js'

/**
 * What the chain is asked now; `undefined` while the draft says something that can't be sent.
 *
 * @throws BaseError `ACTIVE_NETWORK_MISSING`, `SEND_INCOMPLETE`, `SEND_TOKEN_MISSING`, `UNSUPPORTED_CHAIN`
 */
export function readQuestion(
  { target, draft, receiver, warnings }: Pick<SendState, 'target' | 'draft' | 'receiver' | 'warnings'>,
  highestFee: bigint | undefined,
) {
  if (!target) throw activeNetworkMissing()
  if (!target.canSend) throw unsupportedChain(target.namespace)
  if (draft.amountText === '' || receiver.status !== 'resolved') throw sendIncomplete()
  if (!draft.token) throw sendTokenMissing()
  const { isReady, amount } = checkDraft({ draft, receiver })
  if (!isReady || amount === undefined) return undefined
  const { address, name, origin } = receiver
  return {
    target: { ...target },
    draft: { ...draft } as SendDraft & { readonly token: Holding },
    amount,
    receiver: {
      address,
      ...(name === undefined ? {} : { name }),
      ...(origin === undefined ? {} : { origin: { ...origin } }),
    },
    warnings: [...warnings],
    highestFee,
  }
}

export type SendQuestion = NonNullable<ReturnType<typeof readQuestion>>
