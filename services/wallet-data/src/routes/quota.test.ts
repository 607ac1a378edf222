import { expect, it } from 'vitest'
import { createQuota } from './quota.js'

const settings = { quota: 2, quotaExemptNetworks: new Set<string>() }

it('counts so many projects apart, and those above them as one', async () => {
  let now = Date.UTC(2026, 10, 30)
  const quota = createQuota({ settings, now: () => now }, undefined, 3)
  const charge = (project: string) =>
    quota.charge(project, []).then(
      () => true,
      () => false,
    )
  const known = ['a', 'b', 'c']
  for (const project of [...known, ...known]) expect(await charge(project)).toBe(true)
  expect(await charge('a')).toBe(false)
  // Made up: they share one count.
  expect([await charge('d'), await charge('e'), await charge('f')]).toEqual([true, true, false])
  now += 86_400_000
  expect(await charge('f')).toBe(true)
})
