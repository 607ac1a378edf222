import { type Decimal, toDecimal } from '@latchkey/kernel/contracts'

/** What `latestRoundData()` answers. */
export type Round = readonly [
  roundId: bigint,
  answer: bigint,
  startedAt: bigint,
  updatedAt: bigint,
  answeredInRound: bigint,
]

/** Seconds that a renewal may take on its way into a block, and that clocks may differ. */
const slack = 600n
const defaultGrace = 3_600

/** The price of a round that can be believed, a decimal string. */
export function judgeRound(
  [roundId, answer, , updatedAt, answeredInRound]: Round,
  { heartbeat, decimals, now }: { heartbeat: number; decimals: number; now: bigint },
): string | undefined {
  if (roundId <= 0n || answeredInRound < roundId) return undefined
  if (answer <= 0n || updatedAt <= 0n) return undefined
  if (updatedAt > now + slack || now - updatedAt > BigInt(heartbeat) + slack) return undefined
  const price: Decimal = { digits: answer, scale: decimals }
  return toDecimal(price.digits, price.scale)
}

/** Whether a rollup's sequencer works, and has for so long that feeds have caught up. */
export function isSequencerUp(
  [, answer, startedAt]: Round,
  now: bigint,
  gracePeriod = defaultGrace,
): boolean {
  return answer === 0n && startedAt > 0n && startedAt <= now && now - startedAt > BigInt(gracePeriod)
}
