#!/usr/bin/env node
// `npm run check`: format, lint, borders, types and the tests that the working tree's change touches, by the import graph.
// `npm run check -- main` takes what is other than in that commit. It is for the minutes between two commits: `npm test` is
// what a change is held to.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { checkNode, findChromium, install, root, run } from './setup.mjs'

const [since = 'HEAD'] = process.argv.slice(2)

function git(...args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status === 0) return stdout.split('\n').filter(Boolean)
  console.error(`\nGit could not tell what has changed since ${since}: ${stderr.trim().split('\n')[0]}`)
  process.exit(1)
}

const changed = [
  ...git('diff', '--name-only', since),
  ...git('ls-files', '--others', '--exclude-standard'),
].filter((file) => existsSync(join(root, file)))
const sources = changed.filter((file) => /\.tsx?$/.test(file))

/** Runs one check and keeps what it says until it is known to have failed. */
async function quietly(name, command, args) {
  const started = Date.now()
  const said = []
  const code = await run(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    onOutput: (text) => said.push(text),
    env: { FORCE_COLOR: '1' },
  })
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${Math.round((Date.now() - started) / 1000)} s)`)
  if (code !== 0) console.log(said.join(''))
  return code === 0
}

checkNode()
if (changed.length === 0) {
  console.log(`Nothing is other than in ${since}.`)
  process.exit(0)
}
if (!existsSync(join(root, 'node_modules'))) install()
mkdirSync(join(root, '.artifacts'), { recursive: true })
const script = (name, file) => () => quietly(name, 'tsx', [`scripts/${file}.ts`])
const types = ['-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', '.artifacts/types.tsbuildinfo']
const checks = [
  () => quietly('format and lint', 'biome', ['check', '--no-errors-on-unmatched', ...changed]),
  ...(sources.length > 0
    ? [
        () => quietly('types', 'tsc', types),
        script('borders', 'checkBorders'),
        script('amounts', 'checkFloats'),
        script('joins', 'checkJoins'),
        script('long functions', 'checkLongFunctions'),
        script('promises of packages', 'api/checkApi'),
      ]
    : []),
]

/** Two at a time: the checks of types keep one core busy. */
async function inTwos(all) {
  const results = []
  const left = [...all]
  const take = async () => {
    for (let next = left.shift(); next; next = left.shift()) results.push(await next())
  }
  await Promise.all([take(), take()])
  return results
}

/** More than this is a change of everything: the nearest tests say most, and `npm test` the rest. */
const mostFiles = 40

/** The tests that import what has changed, nearest first. */
function touchedTests() {
  const tsx = join(root, 'node_modules/.bin/tsx')
  const { status, stdout, stderr } = spawnSync(tsx, ['scripts/printRelatedTests.ts', ...sources], {
    cwd: root,
    encoding: 'utf8',
  })
  if (status === 0) return JSON.parse(stdout)
  console.error(`\nThe tests that this touches could not be found: ${stderr.trim().split('\n')[0]}`)
  process.exit(1)
}

const results = await inTwos(checks)
const touched = sources.length > 0 ? touchedTests() : []
if (touched.length > 0) {
  const chosen = touched.slice(0, mostFiles)
  const left = touched.length - chosen.length
  console.log(
    `\n${chosen.length} test files${left > 0 ? `, and ${left} further away that npm test runs` : ''}`,
  )
  const projects = ['node', 'node-alone', ...(findChromium() ? ['browser'] : [])]
  const named = projects.flatMap((name) => ['--project', name])
  const args = ['run', '--silent=passed-only', '--passWithNoTests', ...named, ...chosen]
  results.push((await run('vitest', args)) === 0)
}
const passed = results.filter(Boolean).length
console.log(`\n${passed} passed, ${results.length - passed} failed`)
process.exit(passed === results.length ? 0 : 1)
