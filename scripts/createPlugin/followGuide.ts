import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { cleanEnvironment } from './cleanEnvironment.js'
import { archivesFolder, root } from '../workspace.js'
import { applyNextStep } from './applyNextStep.js'
import { guide, guideCommands } from './guideCommands.js'
import { readTestRun } from './readTestRun.js'
import { tryPage } from './tryPage.js'

export type Kind = 'chain' | 'connector' | 'feature' | 'view'

export interface GuideOptions {
  readonly kind: Kind
  readonly manager: 'npm' | 'pnpm'
  /** Path of the generator's program. */
  readonly generator: string
}

/** Tests of each kind at least: a suite that registers none would pass, too. */
const fewest: Readonly<Record<Kind, number>> = { chain: 100, connector: 50, feature: 17, view: 9 }

/** The name that pnpm gives itself to a program that it runs. */
const agents = { npm: 'npm/10.8.2', pnpm: 'pnpm/12.21.0' } as const

/**
 * Types every command of the guide, for a kind and a package manager. Between the first `test` and the second it does what the failing
 * test says. Returns how many tests pass in the end.
 */
export async function followGuide(
  folder: string,
  options: GuideOptions,
): Promise<{ readonly passed: number }> {
  let place = folder
  let tests = 0
  let passed = 0
  for (const line of guideCommands()) {
    const [program, verb = '', argument = ''] = line.split(' ')
    if (program === 'cd') place = join(place, verb)
    else if (verb === 'create') await create(place, line, options)
    else if (verb === 'test') {
      tests += 1
      passed = await (tests === 1 ? testAtFirst(place, options) : testInTheEnd(place, options))
    } else if (argument === 'dev') await tryOnce(place, options)
    else await typed(place, line, options)
  }
  if (tests !== 2)
    throw new Error(`${guide} tests ${tests} times, expected twice: before and after the step.`)
  await checkPackage(place)
  return { passed }
}

/** The packages are on no registry: the generator is the one of the archive, and is told where the others are. */
async function create(
  place: string,
  line: string,
  { kind, manager, generator }: GuideOptions,
): Promise<void> {
  const asked = /^npm create latchkey-plugin (\S+) -- --kind \w+$/.exec(line)
  if (!asked?.[1]) throw new Error(`${guide} has another way to make a plugin: ${line}`)
  const words = [asked[1], '--kind', kind, '--packages', archivesFolder]
  succeed(
    await run(place, [process.execPath, generator, ...words], { npm_config_user_agent: agents[manager] }),
  )
}

async function testAtFirst(place: string, options: GuideOptions): Promise<number> {
  const { output } = await runScript(place, 'npm test', options)
  const { passed, failed } = readTestRun(output)
  const isTelling = failed.length === 1 && failed[0]?.startsWith('test/next.test.ts')
  if (!isTelling)
    throw new Error(
      `Expected the one test that says what to do next to fail, found ${failed.join(', ') || 'none'}.`,
    )
  if (passed < fewest[options.kind]) throw new Error(`Only ${passed} tests ran.`)
  applyNextStep(place, output)
  return passed
}

async function testInTheEnd(place: string, options: GuideOptions): Promise<number> {
  const { passed, failed } = readTestRun(await typed(place, 'npm test', options))
  if (failed.length > 0) throw new Error(`After the step, these fail: ${failed.join(', ')}.`)
  return passed
}

/** A page is the same whoever installed it, so it's opened once for each kind. */
async function tryOnce(place: string, options: GuideOptions): Promise<void> {
  if (options.manager === 'npm') await tryPage(place, options)
}

/** Checks that the package to publish is as `docs/plugins/publishing.md` wants it. */
async function checkPackage(place: string): Promise<void> {
  succeed(await run(root, [join(root, 'node_modules/.bin/publint'), '--strict', '--pack', 'npm', place]))
}

/** Types a command that must succeed. Returns what it printed. */
const typed = async (place: string, line: string, options: GuideOptions): Promise<string> =>
  succeed(await runScript(place, line, options))

function runScript(place: string, line: string, { manager }: GuideOptions): Promise<Ended> {
  const [, ...words] = line.split(' ')
  return run(place, [
    ...commandOf(manager),
    ...words,
    ...(words[0] === 'install' ? ['--prefer-offline'] : []),
  ])
}

/** The words that a package manager is called by. */
export const commandOf = (manager: GuideOptions['manager']): readonly string[] =>
  manager === 'npm' ? ['npm'] : ['npx', '-y', 'pnpm@12.21.0']

interface Ended {
  readonly line: string
  /** Says why it ended, where it didn't end well. */
  readonly error: unknown
  readonly output: string
}

function run(
  place: string,
  words: readonly string[],
  own: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const [program = '', ...rest] = words
  const options = {
    cwd: place,
    maxBuffer: 64 * 1024 * 1024,
    // The output is read: colours would stand between the words.
    env: { ...cleanEnvironment(), NO_COLOR: '1', FORCE_COLOR: '0', CI: '1', ...own },
  }
  return new Promise((resolve) => {
    execFile(program, rest, options, (error, stdout, stderr) =>
      resolve({ line: words.join(' '), error, output: `${stdout}\n${stderr}` }),
    )
  })
}

function succeed({ line, error, output }: Ended): string {
  if (error) throw new Error(`"${line}" failed.\n${output.slice(-3_000)}`, { cause: error })
  return output
}
