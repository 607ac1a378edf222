// Test files of one project share a process: what one of them leaves behind is met by all that come after it, in an order that the
// machine decides.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { alone } from '../vitest.config.js'
import { root } from './workspace.js'

/** Tests that run in Node, with paths from the root of the workspace. */
function* testsBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist' || entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* testsBelow(path)
    else if (/(?<!\.browser)\.test\.ts$/.test(entry.name)) yield relative(root, path)
  }
}

const isAlone = (path: string) =>
  alone.some((pattern) =>
    pattern.includes('**') ? path.startsWith(pattern.split('**')[0] as string) : path === pattern,
  )
const shared = [...testsBelow(root)]
  // Projects of outsiders, and what they are made from, with a runner of their own.
  .filter((path) => !/^examples\/third-party-|^create(?:-plugin)?\/templates\//.test(path))
  .filter((path) => !isAlone(path) && !path.startsWith('scripts/sharedProcess'))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const)

/** Of the files that share a process, those with the one and without the other. */
const thatHave = (what: RegExp, without?: RegExp) =>
  shared.filter(([, text]) => what.test(text) && !without?.test(text)).map(([path]) => path)

describe('a test file that shares its process with others', () => {
  it('is one of many', () => expect(shared.length).toBeGreaterThan(300))

  it('loads no module a second time and takes the place of none', () => {
    expect(thatHave(/\bvi\.(?:resetModules|mock|doMock)\(/)).toEqual([])
  })

  it('gives back the globals that it takes the place of', () => {
    expect(thatHave(/\bvi\.stubGlobal\(/, /\bvi\.unstubAllGlobals\(/)).toEqual([])
  })

  it('gives back the clock that it takes the place of', () => {
    expect(thatHave(/\bvi\.useFakeTimers\(/, /\bvi\.useRealTimers\(/)).toEqual([])
  })

  it('runs no conformance suite, which counts what is left on the page', () => {
    expect(thatHave(/\b(?:connector|plugin)Suite\(/)).toEqual([])
  })

  it('counts no timers but its own', () => expect(thatHave(/\bvi\.getTimerCount\(/)).toEqual([]))
})
