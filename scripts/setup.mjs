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
}

/** The browser for tests: `CHROMIUM_PATH`, else the system's, else installed by the system's package manager. */
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

export function ensureChromium() {
  const found = findChromium()
  if (found) return found
  if (canInstallPackages()) {
    console.log('Chromium is missing; installing it with apt-get …')
    installPackages(['chromium'])
    const installed = findChromium()
    if (installed) return installed
  }
  return stop(
    'Chromium was not found. Install Chromium or Chrome, or set CHROMIUM_PATH to one, and run this again.',
  )
}

/**
 * The node of the local Bitcoin chain, installed before anything asks for it: tests that run side by side would fight over
 * the package manager. Where it cannot be installed, whoever needs it says so in one sentence.
 */
export function ensureBitcoinNode() {
  const folders = (process.env.PATH ?? '').split(':')
  if (process.env.LITECOIND_PATH || folders.some((folder) => existsSync(join(folder, 'litecoind')))) return
  if (!canInstallPackages()) return
  console.log('The Bitcoin node is missing; installing it with apt-get …')
  installPackages(['litecoind'])
}

/** PostgreSQL's server, on which the wallet-data service is tested beside its embedded database. */
export function ensurePostgres() {
  const folders = (process.env.PATH ?? '').split(':')
  if (process.env.POSTGRES_BIN || folders.some((folder) => existsSync(join(folder, 'postgres')))) return
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian) : []
  if (versions.some((version) => existsSync(join(debian, version, 'bin/postgres')))) return
  if (!canInstallPackages()) return
  console.log('PostgreSQL is missing; installing it with apt-get …')
  installPackages(['postgresql'])
}

/** Redis, on which the stores of the sign-in server are tested beside PostgreSQL. */
export function ensureRedis() {
  if (['redis-server', 'valkey-server'].some((name) => existsSync(`/usr/bin/${name}`))) return
  if (!canInstallPackages()) return
  console.log('Redis is missing; installing it with apt-get …')
  installPackages(['redis-server'])
}

export function canInstallPackages() {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
}

export function installPackages(names) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  spawnSync('apt-get', ['install', '-y', '-qq', ...names], { stdio: 'ignore', env })
}

/** Runs one of the workspace's own tools. Resolves with its exit code. @param options.limit minutes */
export function run(command, args, { limit, ...options } = {}) {
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
    const kill = (signal) => {
      try {
        process.kill(limit === undefined ? child.pid : -child.pid, signal)
      } catch (error) {
        if (error.code !== 'ESRCH') throw error
      }
    }
    const timer = limit === undefined ? undefined : setTimeout(() => kill('SIGKILL'), limit * 60_000)
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, kill)
    child.on('close', () => {
      clearTimeout(timer)
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, kill)
    })
    child.on('error', () => resolve(1))
    child.on('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)))
  })
}
