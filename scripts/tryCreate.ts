import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, tryDevelopment } from './create/tryDevelopment.js'
import { lastLines } from './lastLines.js'
import { takeWords } from './takeWords.js'
import { archiveOf, archivesFolder, requireArchives, root } from './workspace.js'

/**
 * Does what a person does first: runs `create-latchkey` from its packed archive in an empty folder, with npm or with pnpm, installs
 * the app, checks its types, builds it, runs its end-to-end test, and connects a wallet in development. Needs the archives that
 * `checkPackages.ts` leaves. Takes the largest app with pnpm, because `newcomers.ts` makes the smallest one and one of Next with npm;
 * `--all` takes each kind with each manager, and `tsx scripts/tryCreate.ts npm-next` makes one of the apps.
 */
interface App {
  readonly name: string
  readonly manager: 'npm' | 'pnpm'
  readonly words: readonly string[]
  /** How many tests the app has. */
  readonly tests: number
}

const all = {
  chains: 'eip155,solana,bip122,polkadot',
  features:
    'wallet-directory,walletconnect,email,ledger,watch-only,balances,prices,identity,activity,send,receive,swap,approvals,address-book,icons',
}
const everything = ['--chains', all.chains, '--features', all.features, '--sign-in']
const kinds: readonly Omit<App, 'manager'>[] = [
  { name: 'vite', words: [], tests: 1 },
  { name: 'next', words: ['--template', 'next', '--sign-in'], tests: 2 },
  { name: 'everything', words: everything, tests: 4 },
]
const apps: readonly App[] = (['npm', 'pnpm'] as const).flatMap((manager) =>
  kinds.map((kind) => ({ ...kind, name: `${manager}-${kind.name}`, manager })),
)
const once = ['pnpm-everything']

const { words: named, options } = takeWords({ words: apps.map(({ name }) => name), options: ['--all'] })
requireArchives()
const isEvery = options.has('--all')
const wanted = named.length > 0 || isEvery ? named : once
const folder = mkdtempSync(join(tmpdir(), 'latchkey-create-'))
const tools = join(folder, 'tools')
const environment = {
  ...process.env,
  PATH: `${join(tools, 'node_modules/.bin')}:${process.env['PATH']}`,
  NEXT_TELEMETRY_DISABLED: '1',
}
const installWords = {
  npm: ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'],
  pnpm: ['install', '--prefer-offline', '--no-frozen-lockfile', '--reporter=append-only', '--loglevel=error'],
} as const
const problems: string[] = []

try {
  installPnpm()
  const refused = refusalProblems()
  for (const problem of refused) console.error(problem)
  problems.push(...refused)
  for (const app of apps) {
    if (wanted.length > 0 && !wanted.includes(app.name)) continue
    const started = Date.now()
    const found = await tryApp(app)
    for (const problem of found) console.error(`${app.name}: ${problem}`)
    problems.push(...found)
    console.log(`${app.name}: ${found.length} problems, ${Math.round((Date.now() - started) / 1000)} s`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${problems.length} problems for who makes an app.`)
process.exit(problems.length > 0 ? 1 : 0)

/** The pinned pnpm, by its own name. */
function installPnpm(): void {
  mkdirSync(tools)
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    packageManager: string
  }
  writeFileSync(join(tools, 'package.json'), '{ "private": true }')
  execFileSync('npm', [...installWords.npm, packageManager], { cwd: tools, stdio: 'inherit' })
}

/** How each package manager runs a generator: what `npm create` does, but for the archive in the place of a published one. */
function generatorOf(
  manager: App['manager'],
  words: readonly string[],
): readonly [string, readonly string[]] {
  const archive = archiveOf('create-latchkey').replace('file:', '')
  return manager === 'npm'
    ? ['npm', ['exec', '--yes', `--package=${archive}`, '--', 'create-latchkey', ...words]]
    : ['pnpm', [`--package=${archive}`, 'dlx', 'create-latchkey', ...words]]
}

/** Wrong words end in one sentence and leave nothing. */
function refusalProblems(): readonly string[] {
  const [command, words] = generatorOf('npm', ['refused', '--template', 'vue'])
  const { status, stderr } = spawnSync(command, words, { cwd: folder, env: environment, encoding: 'utf8' })
  const expected = `"--template" can't be "vue". Choose one of vite, next. (CREATE_OPTION_INVALID)\n`
  return [
    ...(status === 2 ? [] : [`Wrong words end with ${status}, not 2.`]),
    ...(stderr === expected ? [] : [`Wrong words are answered with ${JSON.stringify(stderr)}.`]),
    ...(existsSync(join(folder, 'refused')) ? ['Wrong words leave a folder.'] : []),
  ]
}

async function tryApp(app: App): Promise<readonly string[]> {
  const place = join(folder, app.manager)
  const project = join(place, app.name)
  mkdirSync(place, { recursive: true })
  const port = `${await freePort()}`
  const run = (command: string, words: readonly string[], cwd = project) =>
    execFileSync(command, words, {
      cwd,
      env: { ...environment, PORT: port, CI: '1' },
      stdio: 'pipe',
      maxBuffer: 2 ** 26,
    }).toString()
  try {
    const said = run(
      ...generatorOf(app.manager, [app.name, ...app.words, '--packages', archivesFolder]),
      place,
    )
    run(app.manager, installWords[app.manager])
    run(app.manager, ['run', 'typecheck'])
    const tested = run(app.manager, ['test'])
    if (!isEvery || app.manager === 'npm')
      await tryDevelopment(project, environment, app.words.includes('--sign-in'))
    return [
      ...(said.includes(`${app.manager} install\n  ${app.manager} run dev`)
        ? []
        : [`What comes next isn't said:\n${said}`]),
      ...(tested.includes(`${app.tests} passed`) ? [] : [`Not ${app.tests} tests passed:\n${tested}`]),
      ...leakedProblems(project),
    ]
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return [error instanceof Error ? error.message : String(error), String(cause), lastLines(error, 60)]
  }
}

/** The test wallets and their keys are in no file that a build makes for pages. */
function leakedProblems(project: string): readonly string[] {
  const [built = ''] = ['dist', '.next/static'].map((name) => join(project, name)).filter(existsSync)
  const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  if (files.length === 0) return ['The build made no file.']
  return files.flatMap(({ parentPath, name }) =>
    /Ethereum test wallet|ac0974bec39a17e36ba4a6b4d238ff94/.test(readFileSync(join(parentPath, name), 'utf8'))
      ? [`${name} of the build has the test wallet.`]
      : [],
  )
}
