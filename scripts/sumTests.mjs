#!/usr/bin/env node
// Sums what `npm test` and `npm run test:long` counted. A run that left no count did not come to its end, and has failed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const counts = ['test', 'long'].map((name) => {
  const file = join(import.meta.dirname, `../.artifacts/${name}.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 1 }
})
const sum = (key) => counts.reduce((total, one) => total + one[key], 0)
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
process.exit(sum('failed') > 0 ? 1 : 0)
