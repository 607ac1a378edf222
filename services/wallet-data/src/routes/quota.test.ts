import { expect, it } from 'vitest'
import { createQuota } from './quota.js'

const settings = { quota: 2, quotaExemptNetworks: new Set<string>() }

it('counts so many projects, and lets those above them through: made-up ones lock nobody out', async () => {
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
  for (const project of ['d', 'e', 'f', 'f', 'f']) expect(await charge(project)).toBe(true)
  now += 86_400_000
  for (const project of ['f', 'f']) expect(await charge(project)).toBe(true)
  expect(await charge('f')).toBe(false)
})
