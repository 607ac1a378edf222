// The guide to the suites names every member of a harness, and none that isn't there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './workspace.js'

const guide = readFileSync(join(root, 'docs/plugins/testing.md'), 'utf8')

/** The first cells of the table that follows a line. */
function rowsAfter(line: string): readonly string[] {
  const lines = guide.slice(guide.indexOf(line)).split('\n')
  const from = lines.findIndex((one) => one.startsWith('| -'))
  const to = lines.findIndex((one, index) => index > from && !one.startsWith('|'))
  return lines.slice(from + 1, to).map((one) => /^\| `(\w+)`/.exec(one)?.[1] ?? one)
}

/** The members that an interface states itself. */
function membersOf(file: string, name: string): readonly string[] {
  const text = readFileSync(join(root, 'kernel/src/testing', file), 'utf8')
  const body = text.slice(text.indexOf(`export interface ${name} {`)).split('\n}')[0] ?? ''
  return [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map(([, member]) => String(member))
}

it.each([
  ['### Of a connector', 'connector/connectorHarness.ts', 'ConnectorHarness'],
  ['### Of capabilities', 'capability/capabilityHarness.ts', 'CapabilityHarness'],
  ['| Input ', 'capability/capabilityHarness.ts', 'CapabilityInputs'],
])('names what stands after "%s"', (line, file, name) => {
  const members = membersOf(file, name)
  expect(members.length).toBeGreaterThan(5)
  expect([...rowsAfter(line)].sort()).toEqual([...members].sort())
})
