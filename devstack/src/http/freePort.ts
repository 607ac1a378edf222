import { createServer } from 'node:http'
import { close, listen } from './listen.js'

/**
 * A port that was free a moment ago, for programs that cannot find one themselves. Port 0 takes any; another
 * one is tried and rejects with the system's error when it is taken.
 */
export async function freePort(port = 0): Promise<number> {
  const server = createServer()
  const free = await listen(server, port)
  await close(server)
  return free
}
