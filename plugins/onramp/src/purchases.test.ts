import { describe, expect, it } from 'vitest'
import { isAwaited } from './purchases.js'

const now = 1_800_000_000_000

describe('isAwaited', () => {
  it.each([
    [{ status: 'open', startedAt: now - 1_000 }],
    [{ status: 'partial', startedAt: now - 86_399_999 }],
  ])('has %j looked for again', (kept) => {
    expect(isAwaited(kept, now)).toBe(true)
  })

  it.each([
    [{ status: 'open', startedAt: now - 86_400_000 }],
    [{ status: 'delivered', startedAt: now }],
    [{ status: 'open' }],
    [{ status: 'open', startedAt: 'soon' }],
    [{ status: 'open', startedAt: null }],
    [{}],
    [[]],
    [null],
    ['open'],
    [7],
  ])('leaves %j alone', (kept) => {
    expect(isAwaited(kept, now)).toBe(false)
  })
})
