import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { memoryFolder } from './memoryFolder.mjs'
import {
  checkNode,
  ensurePrograms,
  findHeadlessShell,
  install,
  requireChromium,
  root,
  run,
} from './setup.mjs'

const artifacts = join(root, '.artifacts')

/** Projects of `vitest.config.ts` that `npm test` runs; those of the long tests have the same names with `long-` before them. */
const projects = ['node', 'node-alone', 'browser']

/**
 * When tests end that haven't run yet, ms since 1970: `.ci/run` sets it, so that a slow machine lands what it could try and names the
 * rest, where it would land nothing.
 */
const endsAt = process.env.TESTS_END_AT ? Number(process.env.TESTS_END_AT) * 1000 : undefined

const isOver = () => endsAt !== undefined && Date.now() >= endsAt

/** Counts of a step that is one check: passed or not. */
const one = (code) => ({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 })

/** A runner that fails without a failed test (an unhandled error, no test at all) has failed all the same. */
function counts({ passed, failed }, code) {
  if (passed + failed === 0) return { passed: 0, failed: 1 }
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed }
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

const firstError = (results) =>
  results.map(({ error }) => error?.message?.split('\n')[0]).find((message) => message !== undefined)

function specs({ suites = [], specs: own = [] }) {
  const here = own.flatMap(({ title, file, tests }) =>
    tests.map(({ status, results }) => ({
      title,
      file,
      status,
      hasEnded: results.length > 0 && results.at(-1)?.status !== 'interrupted',
      message: firstError(results),
    })),
  )
  return [...here, ...suites.flatMap(specs)]
}

/** The steps that `npm test` and `npm run test:long` are put together from, and what they have found so far. */
function createSteps(env) {
  /** Failed at first and passed when run once more, alone: said at the end, because each of them wants mending. */
  const unsteady = []
  const failed = []
  /** Not run, because the time was over. */
  const left = []

  const check = async (command, args) => one(await run(command, args, { env }))

  /** The same beside another step: what it says is kept until it has ended, so that lines of two steps don't mix. */
  async function checkBeside(...scripts) {
    return besideIn({}, scripts)
  }

  /** The same with temporary files in memory, where the machine has enough of it. For npm: pnpm links from its store on the disk. */
  async function checkInMemory(...scripts) {
    const folder = memoryFolder()
    try {
      return await besideIn(folder ? { TMPDIR: folder } : {}, scripts)
    } finally {
      if (folder) rmSync(folder, { recursive: true, force: true })
    }
  }

  async function besideIn(own, scripts) {
    const sum = { passed: 0, failed: 0 }
    for (const script of scripts) {
      let said = ''
      const onOutput = (text) => {
        said += text
      }
      const stdio = ['ignore', 'pipe', 'pipe']
      const code = await run('tsx', [script], { env: { ...env, ...own }, stdio, onOutput })
      process.stdout.write(said)
      sum.passed += one(code).passed
      sum.failed += one(code).failed
    }
    return sum
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
   * @param options.limit minutes
   * @param options.stopAt ms since 1970
   */
  async function reported(command, args, report, { own = {}, limit = 40, stopAt } = {}) {
    const file = join(artifacts, report)
    rmSync(file, { force: true })
    const code = await run(command, args, { env: { ...env, ...own }, limit, stopAt })
    return { code, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined }
  }

  function vitest(report, args) {
    // Vitest shows the output of failed tests only: a green run prints a line a file.
    const quiet = ['--silent=passed-only', '--reporter=default', '--reporter=json']
    return reported('vitest', ['run', ...quiet, `--outputFile.json=.artifacts/${report}`, ...args], report)
  }

  /**
   * All tests, then once more the files that failed, one at a time: a machine that is busy is no reason to fail.
   * @param prefix of the projects: nothing, or `long-`
   */
  async function unit(prefix = '') {
    const first = await vitest(
      `${prefix}unit.json`,
      projects.flatMap((name) => ['--project', `${prefix}${name}`]),
    )
    if (!first.report) return { passed: 0, failed: 1 }
    const files = failedFiles(first.report)
    if (files.length === 0) {
      if (first.code !== 0)
        failed.push('unit: an error outside of every test, told above as “Unhandled Error”')
      return counts(vitestCounts(first.report), first.code)
    }
    const again = await vitest(`${prefix}unit-again.json`, [
      '--no-file-parallelism',
      ...files.map((file) => file.name),
    ])
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

  /** @param project `short` or `long` */
  async function e2e(project) {
    // The part of Chromium that draws no windows of its own takes a third less of the processor.
    const browser = findHeadlessShell()
    const own = browser ? { CHROMIUM_PATH: browser } : {}
    const args = ['test', '-c', 'e2e/playwright.config.ts', '--project', `${project}*`]
    const { code, report } = await reported('playwright', args, 'e2e.json', { own, stopAt: endsAt })
    if (!report) return { passed: 0, failed: 1 }
    const isCut = code !== 0 && isOver()
    for (const { title, file, status, hasEnded, message } of specs(report)) {
      if (isCut && !hasEnded) left.push(`e2e/${file} › ${title}`)
      if (status === 'flaky') unsteady.push(`e2e/${file} › ${title}: ${message}`)
      if (status === 'unexpected') failed.push(`e2e/${file} › ${title}: ${message}`)
    }
    const { expected, flaky, unexpected } = report.stats
    const found = { passed: expected + flaky, failed: unexpected }
    return isCut ? found : counts(found, code)
  }

  return { check, checks, checkBeside, checkInMemory, unit, e2e, unsteady, failed, left }
}

/** Returns the named steps, none for all. Ends with 2 and a sentence where a word names no step. */
function takeStepNames(words, steps) {
  const names = steps.flatMap((step) => (step.lanes ? step.lanes.flat() : [step])).map(([name]) => name)
  const unknown = words.filter((word) => !names.includes(word))
  if (unknown.length > 0) {
    console.error(
      `There is no step ${unknown.join(', ')}. These are the steps: ${names.join(', ')}. (SCRIPT_WORD_UNKNOWN)`,
    )
    process.exit(2)
  }
  return words
}

/**
 * Installs what tests need, runs the steps in order, or those that the command line names, and closes with the line
 * "N passed, N failed", which is kept in `.artifacts` with what failed, for whoever sums up.
 *
 * @param name of the run
 * @param list makes the steps, `[name, step]` each, from the parts of `createSteps`. `{ lanes }` has lists of steps: each list is run in
 *   its order, and all lists beside each other
 */
export async function runSteps(name, list) {
  checkNode()
  // Before anything is installed: a word that is wrong costs no minutes.
  const wanted = takeStepNames(process.argv.slice(2), list(createSteps({})))
  install()
  ensurePrograms(['chromium', 'chromium-headless-shell', 'litecoind', 'postgresql', 'redis-server'])
  mkdirSync(artifacts, { recursive: true })
  const env = { CHROMIUM_PATH: requireChromium(), FORCE_COLOR: process.env.CI ? '0' : '1' }
  const parts = createSteps(env)
  const steps = list(parts)
  const totals = { passed: 0, failed: 0 }
  const failures = []
  const taken = {}
  async function take([title, step]) {
    if (wanted.length > 0 && !wanted.includes(title)) return
    if (isOver()) {
      parts.left.push(`${name} ${title}`)
      return
    }
    console.log(`\n── ${title} ${'─'.repeat(Math.max(0, 60 - title.length))}`)
    const started = Date.now()
    const { passed, failed } = await step()
    totals.passed += passed
    totals.failed += failed
    if (failed > 0) failures.push(`${name} ${title}`)
    taken[`${name} ${title}`] = Math.round((Date.now() - started) / 1000)
    console.log(`${title}: ${passed} passed, ${failed} failed, ${taken[`${name} ${title}`]} s`)
  }
  async function takeAll(lane) {
    for (const step of lane) await take(step)
  }
  for (const step of steps) await (step.lanes ? Promise.all(step.lanes.map(takeAll)) : take(step))
  const listed = (title, lines) => lines.length > 0 && console.log(`\n${title}\n${lines.join('\n')}`)
  listed('Failed at first, passed when run again (to be mended):', parts.unsteady)
  listed('Not run, because the time was over:', parts.left)
  listed('Failed:', parts.failed)
  if (failures.length > 0) console.log(`\nFailed: ${failures.join(', ')}`)
  const told = {
    steps: failures,
    tests: parts.failed,
    unsteady: parts.unsteady,
    left: parts.left,
    seconds: taken,
  }
  writeFileSync(join(artifacts, `${name}.json`), JSON.stringify({ ...totals, ...told }))
  console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
  process.exit(totals.failed > 0 ? 1 : 0)
}
