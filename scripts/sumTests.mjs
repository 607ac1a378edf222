#!/usr/bin/env node
// Sums what `npm test` and `npm run test:long` counted, and names once more what failed in either, so that the end of a
// long output says all. A run that left no count did not come to its end, and has failed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const commands = { test: 'npm test', long: 'npm run test:long' }

const runs = Object.entries(commands).map(([name, command]) => {
  const file = join(import.meta.dirname, `../.artifacts/${name}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  return {
    passed: 0,
    failed: 1,
    steps: [`${command} did not come to its end`],
    tests: [],
    unsteady: [],
    left: [],
    seconds: {},
  }
})
const sum = (key) => runs.reduce((total, one) => total + one[key], 0)
const all = (key) => runs.flatMap((one) => one[key])

/** @param {string} title @param {string[]} lines */
const tell = (title, lines) => lines.length > 0 && console.log(`\n${title}\n${lines.join('\n')}`)

tell(
  'Seconds of each step:',
  runs.flatMap(({ seconds }) => Object.entries(seconds).map(([step, taken]) => `  ${step}: ${taken}`)),
)
tell('Passed only when run again:', all('unsteady'))
tell('Not run, because the time was over:', all('left'))
tell('Failed:', [...all('steps'), ...all('tests')])
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 ? 1 : 0)
