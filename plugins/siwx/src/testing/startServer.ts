import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface TestServer {
  readonly port: number
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || !address) throw new Error('no free port')
  return address.port
}

function find(names: readonly string[]): string | undefined {
  return names.find((name) => existsSync(name))
}

export const redisBinary = find([
  '/usr/bin/redis-server',
  '/usr/local/bin/redis-server',
  '/usr/bin/valkey-server',
])
const postgresDirectory = find(
  [18, 17, 16, 15, 14].map((version) => `/usr/lib/postgresql/${version}/bin/initdb`),
)?.replace(/\/initdb$/, '')
export const hasPostgres = postgresDirectory !== undefined

/** A Redis server of this machine, on a free loopback port, with nothing kept. */
export async function startRedis(): Promise<TestServer> {
  if (!redisBinary) throw new Error('redis-server is not installed')
  const port = await freePort()
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(redisBinary, args, { stdio: 'ignore', cwd: tmpdir() })
  return running(child, port, () => {})
}

/** A PostgreSQL server of this machine in a directory of its own, without passwords, on a free loopback port. */
export async function startPostgres(): Promise<TestServer> {
  if (!postgresDirectory) throw new Error('postgresql is not installed')
  const port = await freePort()
  const directory = mkdtempSync(join(tmpdir(), 'siwx-postgres-'))
  const user = process.getuid?.() === 0 ? systemUser('postgres') : {}
  if (user.uid !== undefined) chownSync(directory, user.uid, user.gid ?? user.uid)
  const options = { stdio: 'ignore', cwd: directory, ...user } as const
  execFileSync(`${postgresDirectory}/initdb`, ['-D', directory, '-U', 'siwx', '-A', 'trust', '-N'], options)
  const args = ['-D', directory, '-p', `${port}`, '-h', '127.0.0.1', '-k', directory, '-F']
  const child = spawn(`${postgresDirectory}/postgres`, args, options)
  return running(child, port, () => rmSync(directory, { recursive: true, force: true }))
}

function systemUser(name: string): { uid?: number; gid?: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

function running(child: ReturnType<typeof spawn>, port: number, clean: () => void): TestServer {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await ended
      clean()
    },
  }
}

/** Tries until it works: a server that was just started takes a moment. */
export async function eventually<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 0; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (count === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
