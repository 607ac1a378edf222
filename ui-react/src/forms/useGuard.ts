import { type Danger, unaccepted } from '@latchkey/kernel/transaction'
import { useState } from 'react'

/** A danger, and the words by which a person accepts it. */
export interface GuardQuestion extends Danger {
  /** Names what is lost: "I accept losing 12 USDC". */
  readonly label: string
  readonly testId: string
}

export interface Guard {
  /** Whether nothing is left to accept. */
  readonly isOpen: boolean
  /** The accepted dangers, for the function that asks the wallet. */
  readonly accepted: readonly Danger[]
  readonly boxes: readonly (GuardQuestion & { readonly isGiven: boolean; give(isGiven: boolean): void })[]
}

/**
 * Keeps what a person has accepted, a box for each danger. A box loses its tick for good when what it named becomes another
 * danger or a larger one.
 *
 * @example
 * const guard = useGuard([{ subject: `lost ${address}`, label: messages.acceptLost({ what }), testId: 'send-lost' }])
 * return <><GuardBoxes guard={guard} /><Button disabled={!guard.isOpen} onClick={() => confirm(guard.accepted)} /></>
 */
export function useGuard(questions: readonly GuardQuestion[]): Guard {
  const [given, setGiven] = useState<readonly Danger[]>([])
  const accepted = given.filter((one) =>
    questions.some((question) => unaccepted([question], [one]).length === 0),
  )
  if (accepted.length !== given.length) setGiven(accepted)
  const boxes = questions.map((question) => ({
    ...question,
    isGiven: unaccepted([question], accepted).length === 0,
    give: (isGiven: boolean) => setGiven((before) => withChoice(before, question, isGiven)),
  }))
  return { isOpen: boxes.every(({ isGiven }) => isGiven), accepted, boxes }
}

function withChoice(
  before: readonly Danger[],
  { subject, size = 0n }: Danger,
  isGiven: boolean,
): readonly Danger[] {
  const others = before.filter((one) => one.subject !== subject)
  return isGiven ? [...others, { subject, size }] : others
}
