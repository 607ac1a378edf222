import { type HighFeeReason, judgeFee } from '@latchkey/plugin-email-auth/protocol'
import { formatUnits } from 'viem'
import { say, type Sentence, type Text } from '../words/say.js'
import type { AppWords } from './appWords.js'
import { askedBy, type Fact } from './facts.js'
import type { Question, Screen } from './screen.js'

/** The most that a request may cost its person in fees. */
export interface FeeLimit {
  /** In the smallest unit of the network's coin. */
  readonly value: bigint
  /** Of the coin. Default 18. */
  readonly decimals?: number
  readonly symbol: Text
  /** What is sent of the coin beside it, where something is. */
  readonly amount?: bigint
  /** The price for one unit of gas that the app asked for, and the one that the network takes now. */
  readonly price?: bigint | undefined
  readonly usualPrice?: bigint | undefined
}

export interface AskContext {
  readonly screen: Screen
  readonly signal: AbortSignal
  readonly appOrigin: string
  readonly app?: AppWords | undefined
}

const reasons: Readonly<Record<HighFeeReason, Sentence>> = {
  amount: say`This is more than a tenth of what you send.`,
  endpoint: say`Another node of this network asks for much less.`,
  blocks: say`This is far more than the network asks for now.`,
  sum: say`This is much for one transaction.`,
}

/** The lines that tell a fee, and why it's high where it is. */
export function feeFacts(limit: FeeLimit): readonly Fact[] {
  const { reason } = judge(limit)
  const { value, decimals = 18, symbol } = limit
  const name = say`Max network fee`
  const told = { name, value: { decimal: formatUnits(value, decimals), symbol } }
  if (reason === undefined) return [told]
  return [
    { ...told, isWarning: true },
    { name: say`High fee`, value: reasons[reason], isWarning: true },
  ]
}

/**
 * Asks the person, and first about the fee alone where no transaction is worth it: an app, or its node, may ask for any. The question
 * has to show {@link feeFacts} itself.
 *
 * @throws FrameError when the person declines either
 */
export async function askWithFee(
  context: AskContext,
  question: Question,
  limit: FeeLimit | undefined,
): Promise<void> {
  const { screen, signal } = context
  if (limit && judge(limit).isUnreasonable) {
    await screen.ask(
      {
        view: question.view,
        title: say`Pay an unreasonable network fee?`,
        warning: say`No transaction is worth a fee like this. The app, or a node that it uses, asks for it. Decline, unless you know why it’s so high.`,
        facts: [askedBy(context), ...feeFacts(limit)],
        accept: say`Pay this fee`,
        refuse: say`Decline`,
      },
      signal,
    )
  }
  await screen.ask(question, signal)
}

const judge = ({ value, decimals = 18, ...rest }: FeeLimit) => judgeFee({ fee: { value, decimals }, ...rest })
