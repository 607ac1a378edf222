import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'

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

const redisBinary = find(['/usr/bin/redis-server', '/usr/local/bin/redis-server', '/usr/bin/valkey-server'])
/**
 * A Redis server of this machine, on a free loopback port, with nothing kept.
 *
 * @throws Error where Redis is not installed
 */
export async function startRedis(): Promise<TestServer> {
  if (!redisBinary) {
    throw new Error(
      'This test needs the Redis server, which was not found. Install it, on Debian with "apt-get install redis-server".',
    )
  }
  const port = await freePort()
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const child = spawn(redisBinary, args, { stdio: 'ignore', cwd: tmpdir() })
  return running(child, port)
}

function running(child: ReturnType<typeof spawn>, port: number): TestServer {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    port,
    async stop() {
      child.kill('SIGTERM')
      await ended
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
