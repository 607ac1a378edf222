import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findBlockAt } from './findBlockAt.js'

const day = 86_400_000
const start = Date.UTC(2026, 0, 1)

interface Era {
  /** ms between blocks. */
  readonly spacing: number
  readonly blocks: number
  /** The chain makes no block for so long before its era begins, in ms. */
  readonly pause: number
}

/** A chain that is computed, not kept: a year of blocks at 200 ms is 157 million. */
function chainOf(eras: readonly Era[], step = 1) {
  const starts: { readonly from: number; readonly time: number; readonly spacing: number }[] = []
  let [from, time] = [0, start]
  for (const { spacing, blocks, pause } of eras) {
    time += pause
    starts.push({ from, time, spacing })
    from += blocks
    time += blocks * spacing
  }
  let questions = 0
  const timeOf = (block: number) => {
    const era = starts.findLast((one) => one.from <= block) ?? starts[0]!
    // Chains write whole seconds.
    return Math.floor((era.time + (block - era.from) * era.spacing) / step) * step
  }
  const last = from - 1
  return {
    newest: { number: BigInt(last), time: timeOf(last) },
    timeOf,
    questions: () => questions,
    async timeAt(block: bigint) {
      questions += 1
      if (block < 0n || block > BigInt(last)) throw new Error(`There is no block ${block}.`)
      return timeOf(Number(block))
    },
  }
}

const year = (spacing: number, pause = 0): Era => ({ spacing, blocks: (365 * day) / spacing, pause })

function expectHonest(chain: ReturnType<typeof chainOf>, since: number, found: bigint): void {
  const time = chain.timeOf(Number(found))
  const isFirst = found === 0n
  expect(time <= since || isFirst).toBe(true)
  const next = found < chain.newest.number ? chain.timeOf(Number(found) + 1) : Number.POSITIVE_INFINITY
  const isNear = since - time <= (chain.newest.time - since) * 0.1
  // A pause has no block inside: the last one before it is as near as there is.
  expect(isNear || next > since || (isFirst && time > since)).toBe(true)
}

describe.each([200, 450, 2_000, 12_000])('on a chain with a block every %i ms', (spacing) => {
  it.each([1, 14, 90, 364])('finds the block of %i days ago with two questions', async (days) => {
    const chain = chainOf([year(spacing)], 1_000)
    const since = chain.newest.time - days * day
    expectHonest(chain, since, await findBlockAt({ ...chain, since }))
    expect(chain.questions()).toBeLessThanOrEqual(2)
  })

  it('finds the first block where the chain is younger', async () => {
    const chain = chainOf([{ spacing, blocks: 5_000, pause: 0 }])
    expect(await findBlockAt({ ...chain, since: start - day })).toBe(0n)
  })
})

it('finds the newest block where nothing is older than the time', async () => {
  const chain = chainOf([year(2_000)])
  expect(await findBlockAt({ ...chain, since: chain.newest.time })).toBe(chain.newest.number)
})

it('ends at the oldest block that a node knows', async () => {
  const chain = chainOf([year(2_000)])
  const timeAt = async (block: bigint) => (block < 15_000_000n ? undefined : chain.timeAt(block))
  expect(await findBlockAt({ newest: chain.newest, since: start + day, timeAt })).toBe(
    chain.newest.number - 10_000n,
  )
})

it('is honest on chains that stood still and changed their spacing, with few questions', async () => {
  const era = fc.record({
    spacing: fc.constantFrom(200, 450, 2_000, 12_000),
    blocks: fc.integer({ min: 1, max: 2_000_000 }),
    pause: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 * day })),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(era, { minLength: 1, maxLength: 5 }),
      fc.double({ min: 0, max: 1.2, noNaN: true }),
      async (eras, part) => {
        const chain = chainOf(eras, 1_000)
        const since = Math.round(chain.newest.time - part * (chain.newest.time - start) - 1)
        expectHonest(chain, since, await findBlockAt({ ...chain, since }))
        expect(chain.questions()).toBeLessThanOrEqual(48)
      },
    ),
    { numRuns: 500 },
  )
})
