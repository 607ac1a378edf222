import type { BalanceChange } from '../contracts/capabilities/send.js'
import { BaseError } from '../errors/base.js'

/** Something that can cost the person, which they accept by its own words before the wallet is asked. */
export interface Danger {
  /** Names the loss and who gets it. A danger with another subject has to be accepted again. */
  readonly subject: string
  /** How much that is, where it can grow: what was accepted holds for as much and for less. */
  readonly size?: bigint
}

/** Lists the dangers that nothing accepted covers. Pure. */
export const unaccepted = <One extends Danger>(
  dangers: readonly One[],
  accepted: readonly Danger[] = [],
): readonly One[] =>
  dangers.filter(
    ({ subject, size = 0n }) => !accepted.some((one) => one.subject === subject && size <= (one.size ?? 0n)),
  )

/** Names what a trial run takes out of the account, each with its sum: the person has read no other. Pure. */
export const subjectOfLosses = (losses: readonly BalanceChange[]): string =>
  `loses ${losses
    .map(({ asset = '', collectible, amount }) =>
      [asset, collectible?.id ?? '', amount.value, amount.symbol].join(' '),
    )
    .join()}`

/** Returns why the wallet stays closed: `undefined` once everything is accepted. A disabled button alone can be got round. */
export function refuseUnaccepted(
  dangers: readonly Danger[],
  accepted: readonly Danger[] | undefined,
): BaseError | undefined {
  const [open] = unaccepted(dangers, accepted)
  return (
    open &&
    new BaseError('Read the warnings first, and tick what you accept.', {
      code: 'DANGER_NOT_ACCEPTED',
      metaMessages: [`Pass the dangers that the person accepted. Missing: ${open.subject}`],
    })
  )
}
