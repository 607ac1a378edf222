import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../http/freePort.js'
import { startChild } from '../startChild.js'

export interface Redis {
  /** For example redis://127.0.0.1:36379. */
  readonly url: string
  stop(): Promise<void>
}

export interface RedisOptions {
  /** Where one listened before, to come back there. @default a free one */
  readonly port?: number
}

/**
 * Starts a Redis server of its own on loopback, which keeps nothing on disk.
 *
 * @throws DevstackError BINARY_MISSING where Redis is not installed
 */
export async function startRedis({ port: asked = 0 }: RedisOptions = {}): Promise<Redis> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-redis-'))
  const port = await freePort(asked)
  const child = await startChild({
    name: 'Redis',
    command: 'redis-server',
    arguments: [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--appendonly',
      'no',
      '--dir',
      folder,
    ],
    ready: (output) => (output.includes('Ready to accept connections') ? true : undefined),
  })
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      await child.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
