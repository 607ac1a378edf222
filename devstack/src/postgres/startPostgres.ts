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
  /** Ends every connection of clients, as a restart does. */
  endConnections(): Promise<void>
  /** Starts a server that follows this one and can only be read. */
  startReplica(): Promise<PostgresReplica>
  stop(): Promise<void>
}

export interface PostgresReplica {
  /** Connection string of a database of the server that is followed. */
  url(name: string): string
  /** What comes from the followed server isn't shown until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
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
  const programs = await findPrograms()
  const folder = await programs.makeFolder()
  try {
    const data = join(folder, 'data')
    await programs.run('initdb', '-D', data, '-U', 'latchkey', '-A', 'trust', '--no-sync')
    const { port, child } = await startServer(programs, folder, data)
    const place = ['-h', '127.0.0.1', '-p', String(port), '-U', 'latchkey']
    return {
      async createDatabase(name) {
        await programs.run('createdb', ...place, name)
        return urlOf(port, name)
      },
      endConnections: () =>
        programs.run(
          'psql',
          ...[...place, '-d', 'postgres', '-c'],
          "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
        ),
      startReplica: () => startReplica(programs, place),
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

const urlOf = (port: number, name: string) => `postgres://latchkey@127.0.0.1:${port}/${name}`

async function startServer(programs: Programs, folder: string, data: string) {
  const port = await freePort()
  const [command, ...parameters] = programs.command(
    ...(['postgres', '-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder] as const),
  )
  const child = await startChild({
    name: 'PostgreSQL',
    command,
    arguments: parameters,
    ready: (output) => (/ready to accept (?:read-only )?connections/.test(output) ? true : undefined),
  })
  return { port, child }
}

/** @param followed how its programs reach the server that is followed */
async function startReplica(programs: Programs, followed: readonly string[]): Promise<PostgresReplica> {
  const folder = await programs.makeFolder()
  try {
    const data = join(folder, 'data')
    await programs.run('pg_basebackup', ...followed, '-D', data, '-R', '-X', 'stream', '-c', 'fast')
    const { port, child } = await startServer(programs, folder, data)
    const say = (statement: string) =>
      programs.run(
        'psql',
        ...['-h', '127.0.0.1', '-p', String(port), '-U', 'latchkey', '-d', 'postgres', '-c', statement],
      )
    return {
      url: (name) => urlOf(port, name),
      pause: () => say('select pg_wal_replay_pause()'),
      resume: () => say('select pg_wal_replay_resume()'),
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

type Programs = Awaited<ReturnType<typeof findPrograms>>

/** The programs of PostgreSQL, run by a user that they run for. */
async function findPrograms() {
  const binaries = await findBinaries()
  const asUser = await serverUser()
  const command = (program: string, ...parameters: readonly string[]) =>
    [...(asUser?.prefix ?? []), join(binaries, program), ...parameters] as [string, ...string[]]
  return {
    command,
    async run(program: string, ...parameters: readonly string[]): Promise<void> {
      const [first, ...rest] = command(program, ...parameters)
      await run(first, rest, { cwd: tmpdir() })
    },
    async makeFolder(): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'latchkey-postgres-'))
      if (asUser) await chown(folder, asUser.uid, asUser.gid)
      await chmod(folder, 0o700)
      return folder
    },
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
