import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { DevstackError } from '../devstackError.js'
import { freePort } from '../http/freePort.js'
import { startChild } from '../startChild.js'

export interface Postgres {
  /** Connection string of a new, empty database. */
  createDatabase(name: string): Promise<string>
  stop(): Promise<void>
}

const run = promisify(execFile)
const debianFolder = '/usr/lib/postgresql'

/**
 * Starts a PostgreSQL server of its own on loopback, with its data in a temporary folder.
 *
 * @throws DevstackError BINARY_MISSING where PostgreSQL is not installed
 */
export async function startPostgres(): Promise<Postgres> {
  const binaries = await findBinaries()
  const asUser = await serverUser()
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-postgres-'))
  try {
    if (asUser) await chown(folder, asUser.uid, asUser.gid)
    await chmod(folder, 0o700)
    const data = join(folder, 'data')
    const command = (program: string, ...parameters: readonly string[]) =>
      [...(asUser?.prefix ?? []), join(binaries, program), ...parameters] as [string, ...string[]]
    const [initialise, ...options] = command(
      'initdb',
      '-D',
      data,
      '-U',
      'latchkey',
      '-A',
      'trust',
      '--no-sync',
    )
    await run(initialise, options, { cwd: folder })
    const port = await freePort()
    const [server, ...settings] = command(
      ...(['postgres', '-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder] as const),
    )
    const child = await startChild({
      name: 'PostgreSQL',
      command: server,
      arguments: settings,
      ready: (output) => (output.includes('ready to accept connections') ? true : undefined),
    })
    const url = (name: string) => `postgres://latchkey@127.0.0.1:${port}/${name}`
    return {
      async createDatabase(name) {
        const [program, ...parameters] = command(
          'createdb',
          '-h',
          '127.0.0.1',
          '-p',
          String(port),
          '-U',
          'latchkey',
          name,
        )
        await run(program, parameters, { cwd: folder })
        return url(name)
      },
      async stop() {
        await child.stop()
        await rm(folder, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function findBinaries(): Promise<string> {
  const versions = existsSync(debianFolder) ? await readdir(debianFolder) : []
  const newestFirst = versions.sort((left, right) => Number(right) - Number(left))
  const chosen = process.env['POSTGRES_BIN']
  const folders = [
    ...(chosen ? [chosen] : []),
    ...newestFirst.map((version) => join(debianFolder, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')))
  if (found !== undefined) return found
  const message =
    'This test needs the PostgreSQL server, which was not found. Install it, on Debian with "apt-get install postgresql", or set POSTGRES_BIN to the folder of its programs.'
  throw new DevstackError('BINARY_MISSING', message)
}

/** PostgreSQL refuses to run as root, so that the user of its package runs it. */
async function serverUser() {
  if (process.getuid?.() !== 0) return undefined
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (what) => Number((await run('id', [what, 'postgres'])).stdout)),
  )
  if (uid === undefined || gid === undefined) throw new Error('id answered nothing.')
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return { uid, gid, prefix }
}
