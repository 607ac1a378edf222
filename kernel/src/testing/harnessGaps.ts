import { check } from './suite.js'

/** A member of a harness, and what a suite can't see without it. */
export interface HarnessNeed<Member extends string> {
  readonly member: Member
  /** Ends "without it nobody sees whether …". */
  readonly unseen: string
}

/**
 * Checks that a harness has all that the checks need, or that its author says what it lacks: a check that was left out must not look like
 * one that passed.
 *
 * @param lacks The members that the author can't give.
 * @throws Error that names each member and what it's for; or one that is given although it's said to be lacking.
 */
export function checkHarness<Member extends string>(
  needs: readonly HarnessNeed<Member>[],
  has: (member: Member) => boolean,
  lacks: readonly Member[],
): void {
  const missing = needs.filter(({ member }) => !has(member) && !lacks.includes(member))
  const told = missing.map(
    ({ member, unseen }) => `\`${member}\`, without which nobody sees whether ${unseen}`,
  )
  check(
    missing.length === 0,
    `the harness to have ${told.join('; ')}`,
    'add it, or name in `lacks` of the suite’s options what your wallet or chain can’t do',
  )
  const stale = lacks.filter((member) => has(member))
  check(
    stale.length === 0,
    `\`lacks\` to name what the harness doesn’t have, found ${stale.map((member) => `\`${member}\``).join(', ')}`,
    'take out of `lacks` what the harness has by now',
  )
}
