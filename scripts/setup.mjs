import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..')

/** Stops with one sentence: what is missing and what to do. */
function stop(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

export function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  stop(
    `Node 20.19 or newer is needed; this is ${process.versions.node}. Install a newer Node and run this again.`,
  )
}

/** The environment without what npm adds for its scripts: pnpm would take npm's settings for its own. */
export function cleanEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
}

/** Installs through the pinned pnpm, whatever package managers the machine has. */
export function install() {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const result = spawnSync(
    'npx',
    ['-y', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'],
    {
      cwd: root,
      stdio: ['ignore', process.env.CI ? 'ignore' : 'inherit', 'inherit'],
      env: cleanEnvironment(),
      shell: process.platform === 'win32',
    },
  )
  if (result.status !== 0)
    stop('The packages could not be installed. Check the connection to the package registry.')
  // An installation that finds nothing to do makes nothing, and this may have been removed since.
  const made = {
    'kernel/container/index.js': 'kernel/scripts/bundleContainer.mjs',
    'plugins/solana/web3/index.js': 'plugins/solana/scripts/bundleWeb3.mjs',
    'plugins/polkadot/api/index.js': 'plugins/polkadot/scripts/bundleApi.mjs',
    'services/embedded-wallet/assets/frame.js': 'services/embedded-wallet/scripts/bundleFrame.mjs',
  }
  for (const [file, script] of Object.entries(made))
    if (!existsSync(join(root, file))) spawnSync(process.execPath, [script], { cwd: root, stdio: 'inherit' })
}

/** The browser for tests: `CHROMIUM_PATH`, else the system's. */
export function findChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : stop(`CHROMIUM_PATH names ${given}, which is not there.`)
  const known = [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ]
  return known.find((path) => existsSync(path))
}

/** Chromium without windows of its own, where there is one and `CHROMIUM_PATH` names no other browser. */
export const findHeadlessShell = () =>
  process.env.CHROMIUM_PATH
    ? undefined
    : ['/usr/bin/chromium-headless-shell'].find((path) => existsSync(path))

/** Whether a program is in the `PATH`, or in one of the folders its package puts it in. */
function isInstalled(name, folders = []) {
  const all = [...(process.env.PATH ?? '').split(':'), ...folders]
  return all.some((folder) => folder && existsSync(join(folder, name)))
}

function hasPostgres() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  const folders = versions.map((version) => join(debian, version, 'bin'))
  return Boolean(process.env.POSTGRES_BIN) || isInstalled('initdb', folders)
}

/** What tests run on that is no package of npm, by the name Debian gives it, and what each is for. */
const programs = {
  chromium: { what: 'Chromium', has: () => Boolean(findChromium()) },
  'chromium-headless-shell': {
    what: 'Chromium’s headless shell',
    // End-to-end tests run in Chromium itself where there is none.
    has: () => Boolean(process.env.CHROMIUM_PATH ?? findHeadlessShell()) || !canInstallPackages(),
  },
  litecoind: {
    what: 'The node of the local Bitcoin chain',
    has: () => Boolean(process.env.LITECOIND_PATH) || isInstalled('litecoind'),
  },
  postgresql: { what: 'PostgreSQL', has: hasPostgres },
  'redis-server': {
    what: 'Redis',
    has: () => isInstalled('redis-server', ['/usr/bin']) || isInstalled('valkey-server', ['/usr/bin']),
  },
}

/**
 * Installs the programs that are missing, before anything asks for them: tests that run side by side would fight over the
 * package manager. Says in one sentence what could not be installed; the tests that need it then say so, too.
 * @param names of `programs`
 */
export function ensurePrograms(names) {
  const missing = () => names.filter((name) => !programs[name].has())
  const wanted = missing()
  if (wanted.length === 0) return
  if (canInstallPackages()) {
    console.log(`Installing with apt-get: ${wanted.join(', ')} …`)
    installPackages(wanted)
  }
  const left = missing()
  if (left.length === 0) return
  const list = left.map((name) => programs[name].what).join(', ')
  console.error(`\n${list} could not be installed. What needs it fails until you install ${left.join(', ')}.`)
}

/** The path of the browser, without which hardly anything can be tested, so that it stops here. */
export function requireChromium() {
  return (
    findChromium() ??
    stop(
      'Chromium was not found. Install Chromium or Chrome, or set CHROMIUM_PATH to one, and run this again.',
    )
  )
}

export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

/** One update for all of them; then one by one, because apt-get installs nothing when it lacks one of the names. */
export function installPackages(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // Another run may be installing: it's waited for, not given up on.
  const wait = ['-qq', '-o', 'DPkg::Lock::Timeout=300']
  spawnSync('apt-get', ['update', ...wait], { stdio: 'ignore', env })
  for (const name of names) spawnSync('apt-get', ['install', '-y', ...wait, name], { stdio: 'ignore', env })
}

/**
 * Runs one of the workspace's own tools. Resolves with its exit code.
 * @param options.limit minutes, after which it is killed with its children
 * @param options.stopAt ms since 1970, when it is asked to stop and to write down what it has
 * @param options.onOutput takes what it prints, where `stdio` pipes it
 */
export function run(command, args, { limit, stopAt, onOutput, ...options } = {}) {
  return new Promise((resolve) => {
    const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`
    const child = spawn(command, args, {
      cwd: root,
      stdio: 'inherit',
      ...options,
      // A group of its own where there is a limit, so that its children end with it.
      detached: limit !== undefined,
      env: { ...cleanEnvironment(), PATH: path, ...options.env },
    })
    if (onOutput)
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => onOutput(`${text}`))
    const kill = (signal) => {
      try {
        process.kill(limit === undefined ? child.pid : -child.pid, signal)
      } catch (error) {
        if (error.code !== 'ESRCH') throw error
      }
    }
    const timer = limit === undefined ? undefined : setTimeout(() => kill('SIGKILL'), limit * 60_000)
    // To the tool alone: it ends its children in its own order.
    const stop =
      stopAt === undefined ? undefined : setTimeout(() => child.kill('SIGINT'), stopAt - Date.now())
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, kill)
    child.on('close', () => {
      clearTimeout(timer)
      clearTimeout(stop)
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, kill)
    })
    child.on('error', () => resolve(1))
    // The last output arrives after the exit.
    child.on(onOutput ? 'close' : 'exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)))
  })
}
