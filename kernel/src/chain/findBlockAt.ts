export interface BlockTime {
  readonly number: bigint
  /** When the block was made, in ms since the epoch. */
  readonly time: number
}

export interface BlockAtQuestion {
  readonly newest: BlockTime
  /** In ms since the epoch. */
  readonly since: number
  /** Reads when a block was made, in ms since the epoch. `undefined` where the node doesn't know the block any more. */
  timeAt(block: bigint): Promise<number | undefined>
}

/** The first look back: far enough to measure a network's spacing, near enough for every node to know it. */
const firstStep = 10_000n
/** A chain may have stood still, or changed its spacing many times: halving alone ends within these. */
const mostQuestions = 48
/** Of the time from then to now: a window may be so much longer than was asked for. */
const tolerance = 0.1

/**
 * Finds a block that was made at a time, or up to a tenth of the time since then before it: networks make a block every 12 s, 2 s or
 * 200 ms, and change that, so that a number of blocks is no measure of time. Two questions are enough where the spacing is even.
 *
 * @returns 0n where the chain began later; the oldest block that the node knows where it knows none from before
 */
export async function findBlockAt({ newest, since, timeAt }: BlockAtQuestion): Promise<bigint> {
  const allowed = (newest.time - since) * tolerance
  let later = newest
  let earlier: BlockTime | undefined
  if (since >= newest.time) return newest.number
  let guess = newest.number > firstStep ? newest.number - firstStep : 0n
  for (let asked = 0; asked < mostQuestions && later.number > 0n; asked += 1) {
    const time = await timeAt(guess)
    if (time === undefined) return later.number
    const found = { number: guess, time }
    if (time > since) later = found
    else earlier = found
    if (earlier && (since - earlier.time <= allowed || later.number - earlier.number <= 1n)) break
    guess = earlier ? between(earlier, later, since, asked) : before(newest, later, since)
  }
  return earlier?.number ?? 0n
}

/** By the spacing between both, and each third time their middle: a chain that stood still misleads the former for ever. */
function between(earlier: BlockTime, later: BlockTime, since: number, asked: number): bigint {
  const blocks = later.number - earlier.number
  const part = (since - earlier.time) / (later.time - earlier.time)
  // no money: a place between two blocks
  const steps = asked % 3 === 2 ? blocks / 2n : BigInt(Math.floor(Number(blocks) * part))
  const inside = steps < 1n ? 1n : steps >= blocks ? blocks - 1n : steps
  return earlier.number + inside
}

/** By the spacing so far, and a twentieth more, so that it comes to lie before. At least as far again as was gone already. */
function before(newest: BlockTime, later: BlockTime, since: number): bigint {
  const gone = newest.number - later.number
  // no money: milliseconds
  const spacing = (newest.time - later.time) / Number(gone || 1n)
  const wanted = spacing > 0 ? BigInt(Math.ceil(((later.time - since) / spacing) * 1.05)) : gone * 9n
  const step = wanted < 1n ? 1n : wanted
  return later.number > step ? later.number - step : 0n
}
