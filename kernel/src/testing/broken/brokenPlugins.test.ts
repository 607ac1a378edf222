// Every broken plugin is caught by the check that is named for it, in a sentence that says what to mend.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { brokenPlugins } from './brokenPlugins.js'

async function failureOf(
  check: string,
  register: (typeof brokenPlugins)[number]['register'],
): Promise<string> {
  const bodies: (() => unknown)[] = []
  register((name, body) => name === check && bodies.push(body))
  // A name may stand in two groups: the first that fails counts.
  expect(bodies.length).toBeGreaterThan(0)
  for (const body of bodies) {
    try {
      await body()
    } catch (error) {
      return (error as Error).message
    }
  }
  return 'nothing failed'
}

it.each(brokenPlugins.map((broken) => [broken.suite, broken.name, broken] as const))(
  '%s catches one that %s',
  async (_, __, { check, says, register }) => {
    const sentence = await failureOf(check, register)
    expect(sentence).toContain(says)
    if (!sentence.includes('needs `'))
      expect(sentence).toMatch(/^Expected .*: [^:]+\.$|cannot be used|too short/s)
  },
)

it('has a hundred of them, each with a name of its own', () => {
  const names = brokenPlugins.map(({ suite, name }) => `${suite} ${name}`)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThanOrEqual(100)
})

it('stands in the documentation, row by row', () => {
  const page = readFileSync(new URL('../../../../docs/broken-plugins.md', import.meta.url), 'utf8')
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.replaceAll(/ {2,}/g, ' '))
  expect(rows).toEqual(brokenPlugins.map(({ suite, name, check }) => `| \`${suite}\` | ${name} | ${check} |`))
})
