import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { DevstackError } from '../devstackError.js'

/** What {@link findNode} looks at; tests pass their own. */
export interface FindNodeOptions {
  readonly environment?: NodeJS.ProcessEnv
  /** Installs the node. Default: Debian's package manager, when this process is root and has one. */
  readonly install?: (() => Promise<void>) | undefined
}

const program = 'litecoind'

/**
 * Finds the node: `LITECOIND_PATH`, then the `PATH`, then one attempt to install it.
 *
 * @throws DevstackError BINARY_MISSING
 */
export async function findNode(options: FindNodeOptions = {}): Promise<string> {
  const environment = options.environment ?? process.env
  const found = await lookUp(environment)
  if (found !== undefined) return found
  const install = 'install' in options ? options.install : await packageManager(environment)
  let cause: unknown
  try {
    await install?.()
  } catch (error) {
    cause = error
  }
  const installed = await lookUp(environment)
  if (installed !== undefined) return installed
  const tried = install ? ' Installing it with "apt-get install -y litecoind" failed.' : ''
  throw new DevstackError(
    'BINARY_MISSING',
    `The Bitcoin test chain needs the program "${program}", which was not found.${tried} Install it, on Debian with "apt-get install litecoind", or set LITECOIND_PATH to it.`,
    { cause },
  )
}

async function lookUp(environment: NodeJS.ProcessEnv): Promise<string | undefined> {
  const chosen = environment['LITECOIND_PATH']
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const candidates = chosen ? [chosen] : folders.map((folder) => join(folder, program))
  for (const candidate of candidates) {
    if (await isExecutable(candidate)) return candidate
  }
  return undefined
}

const isExecutable = (path: string) =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  )

async function packageManager(environment: NodeJS.ProcessEnv): Promise<(() => Promise<void>) | undefined> {
  const manager = '/usr/bin/apt-get'
  if (process.getuid?.() !== 0 || !(await isExecutable(manager))) return undefined
  return async () => {
    const settings = { env: { ...environment, DEBIAN_FRONTEND: 'noninteractive' }, timeout: 180_000 }
    // A new machine has no package lists yet, and knows no package without them.
    await promisify(execFile)(manager, ['update', '-qq'], settings)
    await promisify(execFile)(manager, ['install', '-y', '--no-install-recommends', program], settings)
  }
}
