#!/usr/bin/env node
// `npm test`: everything, on a fresh machine. Closes with the line "N passed, N failed".
// `npm test -- unit e2e` runs only the named steps.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkNode, ensurePrograms, install, requireChromium, root, run } from './setup.mjs'

checkNode()
install()
ensurePrograms(['chromium', 'litecoind', 'postgresql', 'redis-server'])
const chromium = requireChromium()
const artifacts = join(root, '.artifacts')
mkdirSync(artifacts, { recursive: true })
const env = { CHROMIUM_PATH: chromium, FORCE_COLOR: process.env.CI ? '0' : '1' }

/** Counts of a step that is one check: passed or not. */
const one = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 })

async function check(command, args) {
  return one(await run(command, args, { env }))
}

/** Scripts one after the other, each of which counts. */
async function checks(...scripts) {
  const sum = { passed: 0, failed: 0 }
  for (const script of scripts) {
    const { passed, failed } = await check('tsx', [script])
    sum.passed += passed
    sum.failed += failed
  }
  return sum
}

/**
 * Runs a test runner that writes a report, and reads it. Nothing when the runner wrote none.
 * @param limit minutes
 */
async function reported(command, args, report, limit = 40) {
  const file = join(artifacts, report)
  rmSync(file, { force: true })
  const code = await run(command, args, { env, limit })
  return { code, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined }
}

/** A runner that fails without a failed test (an unhandled error, no test at all) has failed all the same. */
function counts({ passed, failed }, code) {
  if (passed + failed === 0) return { passed: 0, failed: 1 }
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
}

/** Failed at first and passed when run once more, alone: said at the end, because each of them wants mending. */
const unsteady = []
const failed = []

function vitest(report, args) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=.artifacts/${report}`]
  // Twice what it takes.
  return reported('vitest', ['run', ...reporters, ...args], report, 40)
}

const vitestCounts = ({ numPassedTests, numFailedTests }) => ({
  passed: numPassedTests,
  failed: numFailedTests,
})

/** A file that could not start has no failed test, only a message. */
const failedFiles = ({ testResults }) => testResults.filter(({ status }) => status !== 'passed')

const reasons = ({ name, message, assertionResults }) => [
  `${name.replace(`${root}/`, '')}${message ? `: ${message.split('\n')[0]}` : ''}`,
  ...assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `  ${fullName}: ${failureMessages[0]?.split('\n')[0]}`),
]

/** All tests, then once more the files that failed, one at a time: a machine that is busy is no reason to fail. */
async function runUnit() {
  const first = await vitest('unit.json', [])
  if (!first.report) return { passed: 0, failed: 1 }
  const files = failedFiles(first.report)
  if (files.length === 0) {
    if (first.code !== 0) failed.push('unit: an error outside of every test, told above as “Unhandled Error”')
    return counts(vitestCounts(first.report), first.code)
  }
  const again = await vitest('unit-again.json', ['--no-file-parallelism', ...files.map((file) => file.name)])
  if (!again.report) return counts(vitestCounts(first.report), 1)
  const still = failedFiles(again.report)
  failed.push(...still.flatMap(reasons))
  unsteady.push(...files.filter((file) => !still.some(({ name }) => name === file.name)).flatMap(reasons))
  const steady = first.report.testResults
    .filter(({ status }) => status === 'passed')
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length
  const repeated = counts(vitestCounts(again.report), again.code)
  return { passed: steady + repeated.passed, failed: repeated.failed }
}

async function runPlaywright() {
  const args = ['test', '-c', 'e2e/playwright.config.ts']
  const { code, report } = await reported('playwright', args, 'e2e.json')
  if (!report) return { passed: 0, failed: 1 }
  for (const { title, file, status, message } of specs(report)) {
    if (status === 'flaky') unsteady.push(`e2e/${file} › ${title}: ${message}`)
    if (status === 'unexpected') failed.push(`e2e/${file} › ${title}: ${message}`)
  }
  const { expected, flaky, unexpected } = report.stats
  return counts({ passed: expected + flaky, failed: unexpected }, code)
}

function specs({ suites = [], specs: own = [] }) {
  const here = own.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => ({ title, file, status, message: firstError(results) })),
  )
  return [...here, ...suites.flatMap(specs)]
}

const firstError = (results) =>
  results.map(({ error }) => error?.message?.split('\n')[0]).find((message) => message !== undefined)

const steps = [
  ['lint', () => check('biome', ['check', '.'])],
  [
    'borders',
    () =>
      checks(
        'scripts/checkBorders.ts',
        'scripts/checkFloats.ts',
        'scripts/checkJoins.ts',
        'scripts/checkLongFunctions.ts',
      ),
  ],
  ['coverage', () => check('tsx', ['scripts/checkCoverage.ts'])],
  ['types', () => check('tsc', ['-p', 'tsconfig.json'])],
  ['samples', () => check('tsx', ['scripts/checkSamples.ts'])],
  // On its own: Next's types change what `process.env` is everywhere.
  ['next types', () => check('tsc', ['-p', 'examples/next-siwx'])],
  ['build', () => check('tsx', ['scripts/build.ts'])],
  ['packages', () => check('tsx', ['scripts/checkPackages.ts'])],
  ['licences', () => check('tsx', ['scripts/checkLicences.ts'])],
  ['release', () => check('tsx', ['scripts/checkRelease.ts'])],
  ['stranger', () => check('tsx', ['scripts/thirdParty.ts'])],
  ['unused', () => check('knip', ['--no-config-hints'])],
  ['size', () => check('tsx', ['bench/size.ts', '--check'])],
  ['unit', runUnit],
  ['e2e', runPlaywright],
]

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'))
const totals = { passed: 0, failed: 0 }
const failures = []
for (const [name, step] of steps) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 60 - name.length))}`)
  const started = Date.now()
  const { passed, failed } = await step()
  totals.passed += passed
  totals.failed += failed
  if (failed > 0) failures.push(name)
  console.log(`${name}: ${passed} passed, ${failed} failed, ${Math.round((Date.now() - started) / 1000)} s`)
}

const listed = (title, lines) => lines.length > 0 && console.log(`\n${title}\n${lines.join('\n')}`)
listed('Failed at first, passed when run again (to be mended):', unsteady)
listed('Failed:', failed)
if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 ? 1 : 0)
